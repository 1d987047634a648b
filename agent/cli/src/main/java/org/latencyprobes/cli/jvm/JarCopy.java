package org.latencyprobes.cli.jvm;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.internal.log.OwnerOnly;

/**
 * A copy of the agent's jar in a JVM's {@code /tmp}, in a folder that the JVM's user alone may enter.
 *
 * <p>Whoever shares that {@code /tmp} may put links there, and so may whoever owns the files of a container. So each step goes through the
 * folder that was opened before, follows no link and makes only what is new. The folder is handed over last.
 *
 * <p>The JVM opens the jar by its path, and may do so late, where it hangs. So the folder stays, empty, unless the JVM has said that it has
 * loaded the jar: nobody else can then put one there.
 */
final class JarCopy implements Closeable {

    private static final Path JAR = Path.of("agent.jar");
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final JvmTmp tmp;
    private final Path name;
    private SecureDirectoryStream<Path> folder;
    private boolean isWanted;

    private JarCopy(JvmProcess process, Path jar) throws IOException {
        tmp = JvmTmp.of(process);
        try {
            name = newFolder(process);
            fill(process, jar);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Makes one. It gives up where it is held: where somebody has put a FIFO in the place of a file. */
    static JarCopy of(JvmProcess process, Path jar) throws IOException {
        try {
            return AsyncCall.await(AsyncCall.start(() -> new JarCopy(process, jar)), TIMEOUT);
        } catch (TimeoutException e) {
            throw new IOException("not within " + TIMEOUT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }

    /** Its path for the JVM. */
    String there() {
        return JvmTmp.TMP + '/' + name + '/' + JAR;
    }

    /** The JVM is told the path. */
    synchronized void loading() {
        isWanted = true;
    }

    /** The JVM has opened what is there, for good. */
    synchronized void loaded() {
        isWanted = false;
    }

    /** Mostly of the same name each time, since the JVM remembers every path that an agent was loaded from. */
    private Path newFolder(JvmProcess process) throws IOException {
        String usual = "latency-probes-agent-" + Version.text() + '-' + process.innerPid();
        Path wanted = Path.of(usual);
        removeLeft(wanted, process);
        Path parent = tmp.path();
        try {
            Files.createDirectory(parent.resolve(wanted), OwnerOnly.directory());
        } catch (FileAlreadyExistsException e) { // it may be another user's and hold anything
            wanted = Path.of(usual + '-' + Long.toHexString(new SecureRandom().nextLong()));
            Files.createDirectory(parent.resolve(wanted), OwnerOnly.directory());
        }
        return wanted;
    }

    /** What an interrupted command of the same JVM has left. What is another's, and what is full, stays. */
    private void removeLeft(Path left, JvmProcess process) throws IOException {
        try (SecureDirectoryStream<Path> opened = tmp.folder().newDirectoryStream(left, LinkOption.NOFOLLOW_LINKS)) {
            if (view(opened).readAttributes().owner().equals(user(process.uid()))) {
                deleteJar(opened);
                tmp.folder().deleteDirectory(left);
            }
        } catch (FileSystemException noneOrNotOurs) {
            return;
        }
    }

    private void fill(JvmProcess process, Path jar) throws IOException {
        folder = tmp.folder().newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
        PosixFileAttributes made = view(folder).readAttributes();
        if (!made.owner().equals(user(JvmProcess.ownUid()))
                || !PosixFilePermissions.toString(made.permissions()).equals("rwx------")) {
            throw new IOException("somebody else has put a folder of the same name there");
        }
        try (SeekableByteChannel copy = folder.newByteChannel(
                JAR,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                OwnerOnly.file())) {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(jar));
            while (bytes.hasRemaining()) {
                copy.write(bytes);
            }
        }
        if (process.uid() >= 0 && process.uid() != JvmProcess.ownUid()) {
            UserPrincipal user = user(process.uid());
            folder.getFileAttributeView(JAR, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setOwner(user);
            view(folder).setOwner(user);
        }
    }

    private static PosixFileAttributeView view(SecureDirectoryStream<Path> folder) {
        return folder.getFileAttributeView(PosixFileAttributeView.class);
    }

    /** By its number, which may have no name here. */
    private static UserPrincipal user(int uid) throws IOException {
        return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(String.valueOf(uid));
    }

    private static void deleteJar(SecureDirectoryStream<Path> folder) throws IOException {
        try {
            folder.deleteFile(JAR);
        } catch (NoSuchFileException e) {
            return; // the JVM's user has done so, or it was never made
        }
    }

    @Override
    public synchronized void close() throws IOException {
        try (tmp;
                SecureDirectoryStream<Path> opened = folder) {
            if (opened != null) {
                deleteJar(opened);
                if (!isWanted) {
                    tmp.folder().deleteDirectory(name);
                }
            }
        } catch (NoSuchFileException e) {
            return; // the JVM's user has removed the folder
        }
    }
}
