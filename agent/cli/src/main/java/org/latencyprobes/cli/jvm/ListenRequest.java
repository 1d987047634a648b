package org.latencyprobes.cli.jvm;

import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.latencyprobes.internal.log.OwnerOnly;

/**
 * What makes a JVM listen for attach requests: a file of a certain name, and a signal. The file is made where no link can lead elsewhere, which
 * the JDK's client doesn't see to, and removed when this is closed.
 *
 * @param folder that it is in
 * @param name of the file
 */
record ListenRequest(JvmTmp folder, Path name) implements Closeable {

    private static final String SHELL = "/bin/sh";

    /** Makes the file in one of the two folders that the JVM looks into: somebody else may have taken the name, or the disk be read-only. */
    static ListenRequest to(JvmProcess process) throws IOException {
        Path name = Path.of(".attach_pid" + process.innerPid());
        try {
            return in(JvmTmp.of(process), name);
        } catch (IOException e) {
            return in(JvmTmp.workingFolder(process), name);
        }
    }

    private static ListenRequest in(JvmTmp folder, Path name) throws IOException {
        try {
            folder.folder()
                    .newByteChannel(
                            name,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                            OwnerOnly.file())
                    .close();
            return new ListenRequest(folder, name);
        } catch (FileAlreadyExistsException e) { // of a command that was killed, or somebody else's
            if (AttachPlaces.isOwnFile(folder.path().resolve(name))) {
                return new ListenRequest(folder, name);
            }
            folder.close();
            throw e;
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /** Sends the signal, which Java by itself cannot. Where there is no shell, the JDK's client sends it, and makes a file of its own. */
    void send(JvmProcess process) throws IOException {
        Process kill;
        try {
            kill = new ProcessBuilder(SHELL, "-c", "kill -QUIT " + process.pid())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            if (!AttachApi.isModuleThere()) {
                throw new IOException("there is no " + SHELL + " to send it a signal by, nor the module jdk.attach", e);
            }
            AttachApi.attach(process).close();
            return;
        }
        try {
            if (kill.waitFor() != 0) {
                throw new ConnectException("nobody listens: it takes no signal");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        try (folder) {
            folder.folder().deleteFile(name);
        } catch (NoSuchFileException e) {
            return; // somebody has removed it
        }
    }
}
