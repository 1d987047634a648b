package org.latencyprobes.cli.jvm;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;

/**
 * The files in a JVM's {@code /tmp} that both this process and the JVM can reach, also across containers and users. They are deleted on
 * {@link #close} and when this process ends.
 */
final class SharedFiles implements Closeable {

    private static final String TMP = "/tmp";

    private final JvmProcess process;
    private final List<Path> files = new ArrayList<>();
    private JarCopy copy; // null where none is needed
    private final Thread deletion = new Thread(this::delete);

    SharedFiles(JvmProcess process) {
        this.process = process;
        try {
            Runtime.getRuntime().addShutdownHook(deletion);
        } catch (IllegalStateException processIsEnding) {
            return; // what an interrupted command undoes, it closes
        }
    }

    /** The path of the agent's jar as the JVM sees it, or of a copy if the JVM cannot see or read the jar itself. */
    String jar(Path jar) throws UnreachableException {
        try {
            Path real = jar.toRealPath();
            if (isVisible(real) && isReadable(real) && !real.toString().contains("=")) {
                return real.toString();
            }
            JarCopy made = JarCopy.of(process, real);
            keep(made);
            return made.there();
        } catch (IOException e) {
            throw new UnreachableException("the agent's jar " + jar + " cannot be brought into " + TMP + " of "
                    + process + " (" + reason(e) + "): make it readable for user " + process.user() + " there");
        }
    }

    private synchronized void keep(JarCopy made) {
        copy = made;
    }

    /** The JVM is told to load the jar. */
    synchronized void loading() {
        if (copy != null) {
            copy.loading();
        }
    }

    /** The JVM has loaded the jar. */
    synchronized void loaded() {
        if (copy != null) {
            copy.loaded();
        }
    }

    private boolean isVisible(Path jar) throws IOException {
        Path inside = process.inside(jar.toString());
        return Files.exists(inside) && Files.isSameFile(jar, inside);
    }

    /** Whether the JVM's user can read it. That user differs from ours only if ours is root. */
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

    /**
     * Makes way to the JVM's socket. Sockets that earlier processes left are removed. Then there is a link to it from the place where an
     * older JDK's Attach API looks for it. That API knows containers with process ids of their own, but not a private {@code /tmp} alone.
     */
    void socket() throws UnreachableException {
        if (!process.isListening() && !Files.isWritable(process.inside(TMP))) {
            throw new UnreachableException(process + " cannot be attached to, since nobody can write to its " + TMP
                    + ": give it one that can be written to (docker: --tmpfs /tmp), or start it with"
                    + " -javaagent:latency-probes-agent.jar");
        }
        process.removeLeftSockets();
        if (process.isListeningSocketAnothers()) {
            throw new UnreachableException("another process listens where " + process + " would, at /tmp/.java_pid"
                    + process.innerPid()
                    + ": one with the same id in another container that shares this /tmp; give each"
                    + " container a /tmp of its own, or start the JVM with -javaagent:latency-probes-agent.jar");
        }
        if (!process.hasOwnFiles() || process.innerPid() != process.pid()) {
            return;
        }
        String name = "/.java_pid" + process.pid();
        Path link = Path.of(TMP + name);
        try {
            Files.createSymbolicLink(link, process.inside(TMP + name));
            add(link);
        } catch (FileAlreadyExistsException e) {
            String problem = AttachPlaces.linkProblem(process); // since it was looked at last
            if (problem != null) {
                throw new UnreachableException(problem);
            }
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
        try {
            if (copy != null) {
                copy.close();
            }
        } catch (IOException e) {
            System.err.println("latency-probes: the copy of the agent's jar is left behind: " + e);
        }
        copy = null;
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(deletion);
        } catch (IllegalStateException processIsEnding) {
            return;
        }
    }
}
