package org.latencyprobes.launcher;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * The jar that the launcher came from, as it was when somebody first attached. Root's command may have made it, as a copy for a user who
 * can't read the original, and deletes it once
 * the JVM has opened it. Whoever then makes a file of that name must not have it started. Static and thread-safe.
 */
final class OwnJar {

    private static final Path SELF = Paths.get("/proc/self");
    private static final Integer ROOT = 0;

    /** Which file it was when somebody first attached. */
    private static String firstSeen;

    private OwnJar() {}

    /** Notes which file it is, if nobody has attached before. */
    static synchronized void see() throws URISyntaxException {
        if (firstSeen == null) {
            firstSeen = identity(Launcher.ownJar().toPath());
        }
    }

    /**
     * The same file, to be started.
     *
     * @throws IllegalStateException if it is another than it was at first, and others could have put it there
     */
    static synchronized File toStart() throws URISyntaxException {
        File jar = Launcher.ownJar();
        if (!identity(jar.toPath()).equals(firstSeen) && !isOurs(jar.toPath())) {
            throw new IllegalStateException(jar + ", from which the launcher came, is gone, or another user's file now;"
                    + " the command attach brings its own");
        }
        return jar;
    }

    /** Device, inode and the time of its last change, which nobody can set; a text for none where there is none. */
    private static String identity(Path jar) {
        try {
            return String.valueOf(Files.readAttributes(jar, "unix:dev,ino,ctime"));
        } catch (IOException | RuntimeException e) {
            return "none";
        }
    }

    /** Whether it and its folder belong to this JVM's user or to root. */
    private static boolean isOurs(Path jar) {
        try {
            Object user = Files.getAttribute(SELF, "unix:uid");
            for (Path file : new Path[] {jar, jar.toAbsolutePath().getParent()}) {
                Object owner = Files.getAttribute(file, "unix:uid");
                if (!owner.equals(user) && !owner.equals(ROOT)) {
                    return false;
                }
            }
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
