package org.latencyprobes.cli.jvm;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.log.OwnerOnly;

/**
 * Files in a JVM's {@code /tmp} that this process and the JVM both reach, also across containers and users. They are gone when this is
 * closed or this process is told to end.
 */
final class SharedFiles implements Closeable {

    private static final String TMP = "/tmp";

    /**
     * One of them.
     *
     * @param here its path for this process
     * @param there its path for the JVM
     */
    record Shared(Path here, String there) {}

    private final JvmProcess process;
    private final List<Path> files = new ArrayList<>();
    private final Thread atEnd = new Thread(this::delete);

    SharedFiles(JvmProcess process) {
        this.process = process;
        Runtime.getRuntime().addShutdownHook(atEnd);
    }

    /** An empty file for the JVM's user and us. */
    Shared reply() throws UnreachableException {
        try {
            Path file = Files.createTempFile(
                    process.inside(TMP), "latency-probes-" + process.pid() + "-", ".reply", OwnerOnly.file());
            return keep(file);
        } catch (IOException e) {
            throw new UnreachableException("no file can be made in " + TMP + " of " + process + " (" + reason(e)
                    + "): attaching needs one there, and so does the JVM itself; give it a " + TMP
                    + " that can be written to (docker: --tmpfs /tmp)");
        }
    }

    /** The agent's jar as the JVM sees it: itself, or a copy where it does not see it or could not read it. */
    Shared jar(Path jar) throws UnreachableException {
        try {
            Path real = jar.toRealPath();
            if (isSeen(real) && isReadable(real) && !real.toString().contains("=")) {
                return new Shared(real, real.toString());
            }
            return copy(real);
        } catch (IOException e) {
            throw new UnreachableException("the agent's jar " + jar + " cannot be brought into " + TMP + " of "
                    + process + " (" + reason(e) + "): make it readable for user " + process.user() + " there");
        }
    }

    private boolean isSeen(Path jar) throws IOException {
        Path inside = process.inside(jar.toString());
        return Files.exists(inside) && Files.isSameFile(jar, inside);
    }

    /** By the JVM's user, who may be another than ours if ours is root. */
    private boolean isReadable(Path jar) throws IOException {
        if (process.uid() < 0 || process.uid() == JvmProcess.ownUid()) {
            return true;
        }
        for (Path folder = jar.getParent(); folder != null; folder = folder.getParent()) {
            if (!Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return Files.getPosixFilePermissions(jar).contains(PosixFilePermission.OTHERS_READ);
    }

    /** Under one name each time, since the JVM remembers every path that an agent was loaded from. */
    private Shared copy(Path jar) throws IOException {
        Path folder = process.inside(TMP);
        Path file = folder.resolve("latency-probes-agent-" + Version.text() + ".jar");
        try {
            Files.createFile(file, OwnerOnly.file());
        } catch (FileAlreadyExistsException e) { // somebody else's, whatever it holds
            file = Files.createTempFile(folder, "latency-probes-agent-", ".jar", OwnerOnly.file());
        }
        Shared shared = keep(file);
        Files.write(file, Files.readAllBytes(jar));
        return shared;
    }

    private Shared keep(Path file) throws IOException {
        add(file);
        if (process.uid() >= 0 && process.uid() != JvmProcess.ownUid()) {
            Files.setAttribute(file, "unix:uid", process.uid(), LinkOption.NOFOLLOW_LINKS);
        }
        return new Shared(file, TMP + '/' + file.getFileName());
    }

    /**
     * Makes the JVM's socket appear where an older JDK's Attach API looks for it, which knows of containers with process ids of their own,
     * but not of a private {@code /tmp} alone.
     */
    void socket() throws UnreachableException {
        if (!process.hasOwnFiles() || process.innerPid() != process.pid()) {
            return;
        }
        String name = "/.java_pid" + process.pid();
        Path link = Path.of(TMP + name);
        try {
            Files.createSymbolicLink(link, process.inside(TMP + name));
            add(link);
        } catch (FileAlreadyExistsException e) {
            return; // of a former process with that id, or another of us at work
        } catch (IOException e) {
            throw new UnreachableException(process + " has a " + TMP + " of its own, and " + link
                    + " cannot be made (" + reason(e) + "): run the command line inside, with: nsenter --target "
                    + process.pid() + " --mount java -jar ...");
        }
    }

    private synchronized void add(Path file) {
        files.add(file);
    }

    private static String reason(IOException e) {
        return e instanceof FileSystemException failed && failed.getReason() != null
                ? failed.getReason()
                : e.getClass().getSimpleName() + ' ' + e.getMessage();
    }

    private synchronized void delete() {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                System.err.println("latency-probes: " + file + " is left behind: " + e);
            }
        }
        files.clear();
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(atEnd);
        } catch (IllegalStateException atEndAlready) {
            return;
        }
    }
}
