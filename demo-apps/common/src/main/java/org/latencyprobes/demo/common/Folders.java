package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A deleter of whole folders. */
public final class Folders {

    /** For 5 s or more, and not a time, which may pass in one attempt: a process that is about to end may still make and delete files. */
    private static final int ATTEMPTS = 500;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Folders() {}

    /** Deletes a folder with all that is in it, or prints on standard error that it can't. */
    public static void delete(Path folder) {
        for (int attempt = 1; !isGone(folder); attempt++) {
            if (attempt == ATTEMPTS) {
                System.err.println(folder + " could not be deleted");
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static boolean isGone(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // tried again, or given up
        }
        return Files.notExists(folder);
    }
}
