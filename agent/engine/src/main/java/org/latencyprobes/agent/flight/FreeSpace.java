package org.latencyprobes.agent.flight;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.latencyprobes.agent.clock.FlightRecorderClock;

/**
 * The free space of the file system in which Flight Recorder has its repository. HotSpot ends the JVM when it cannot write there, also where a
 * recording is kept in memory and only dumped, so the agent asks before it has Flight Recorder write. {@link FlightRecorderClock} has to have
 * been opened before, or a repository that a flag of the JVM has moved is not found. Stateless.
 */
final class FreeSpace {

    private static final long MEGABYTE = 1L << 20;

    /** Memory holds 10 MB, which a dump writes twice; others write there, too. */
    private static final long LEAST_BYTES = 64 * MEGABYTE;

    /** A chunk may grow by 12 MB beyond the most that is kept, and a dump writes all of it once more. */
    private static final long LEAST_ON_DISK_BYTES = 192 * MEGABYTE;

    private FreeSpace() {}

    /**
     * Requires room for what Flight Recorder is going to write.
     *
     * @param onDisk whether a recording is on the disk, or one in memory is only dumped
     * @throws IllegalStateException if there is less; the message says where and how much
     */
    static void require(boolean onDisk) {
        require(onDisk ? LEAST_ON_DISK_BYTES : LEAST_BYTES);
    }

    static void require(long bytes) {
        Path folder = folder();
        long free = folder.toFile().getUsableSpace(); // 0 where that cannot be found out
        if (free < bytes) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "only %,d MB are free in %s, where Flight Recorder writes: below %,d MB it is asked for nothing, since it ends"
                            + " the JVM where the disk is full",
                    free >> 20,
                    folder,
                    bytes >> 20));
        }
    }

    /** Flight Recorder makes its folder when it begins to write, and may have deleted it meanwhile: the one around it counts then. */
    private static Path folder() {
        Path folder = repository().toAbsolutePath();
        while (folder.getParent() != null && !Files.isDirectory(folder)) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** A flag of the JVM may have moved it. Before its first use it is to be in the folder for temporary files. */
    static Path repository() {
        String path = FlightRecorderClock.repository();
        return Path.of(path == null ? System.getProperty("java.io.tmpdir") : path);
    }
}
