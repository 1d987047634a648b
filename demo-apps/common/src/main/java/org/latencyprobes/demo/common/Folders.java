package org.latencyprobes.demo.common;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A deleter of whole folders. */
public final class Folders {

    /** The time to repeat the deletion: a process that is about to end may still make and delete files. */
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Folders() {}

    /** Deletes a folder with all that is in it, or prints on standard error that it can't. */
    public static void delete(Path folder) {
        long startNanos = System.nanoTime();
        while (!isGone(folder)) {
            if (System.nanoTime() - startNanos > TIMEOUT_NANOS) {
                System.err.println(folder + " could not be deleted");
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static boolean isGone(Path folder) {
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (IOException e) {
            // tried again, or given up
        }
        return Files.notExists(folder);
    }

    /** A file visitor that deletes all that can be deleted. */
    private static final class Deletion extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return delete(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException reason) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException reason) {
            return delete(folder);
        }

        private static FileVisitResult delete(Path path) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // its folder can't be deleted either, so this is tried again
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
