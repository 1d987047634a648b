package org.latencyprobes.cli.jvm;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/**
 * The files in a JVM's {@code /tmp} that both this process and the JVM can reach, also across containers and users. What is made is deleted
 * on {@link #close} and when this process ends.
 */
final class SharedFiles implements Closeable {

    private static final String TMP = "/tmp";

    private final JvmProcess process;
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

    /** Looks whether the JVM has, or can make, a socket by which it is attached to. */
    void requirePlace() throws UnreachableException {
        if (!process.isListening() && !Files.isWritable(process.inside(TMP))) {
            throw new UnreachableException(process + " cannot be attached to, since nobody can write to its " + TMP
                    + (JvmList.hasLauncher(process)
                            ? ", and the agent that it was started with has no socket now: it makes one some seconds after the"
                                    + " start, in /tmp (docker: --tmpfs /tmp) or in the folder that XDG_RUNTIME_DIR or HOME names"
                            : ": give it one that can be written to (docker: --tmpfs /tmp), or start it with"
                                    + " -javaagent:latency-probes-agent.jar"));
        }
        if (process.isListeningSocketAnothers()) {
            throw new UnreachableException("another process listens where " + process + " would, at /tmp/.java_pid"
                    + process.innerPid()
                    + ": one with the same id in another container that shares this /tmp; give each"
                    + " container a /tmp of its own, or start the JVM with -javaagent:latency-probes-agent.jar");
        }
    }

    private static String reason(IOException e) {
        return e instanceof FileSystemException failed && failed.getReason() != null
                ? failed.getReason()
                : e.getClass().getSimpleName() + ' ' + e.getMessage();
    }

    private synchronized void delete() {
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
