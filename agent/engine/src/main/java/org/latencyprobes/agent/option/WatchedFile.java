package org.latencyprobes.agent.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * A file that somebody may edit, or a folder of such. It tells a change once, when two polls in a row saw the same, since editors write in
 * more than one step. It is looked at twice a second; a {@code WatchService} would cost a thread. For one thread.
 */
public final class WatchedFile {

    static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Path path;
    private String known;
    private String seen;
    private long nextNanos = System.nanoTime() + PERIOD_NANOS;

    public WatchedFile(Path path) {
        this.path = path;
        known = stamp();
        seen = known;
    }

    public Path path() {
        return path;
    }

    /** Whether it has by now, as {@link System#nanoTime} counts. */
    public boolean hasChanged(long nowNanos) {
        if (nowNanos - nextNanos < 0) {
            return false;
        }
        nextNanos = nowNanos + PERIOD_NANOS;
        String now = stamp();
        boolean settled = now.equals(seen);
        seen = now;
        if (!settled || now.equals(known)) {
            return false;
        }
        known = now;
        return true;
    }

    private String stamp() {
        StringBuilder stamp = new StringBuilder();
        try {
            for (Path file : ConfigFiles.of(path)) {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                stamp.append(attributes.lastModifiedTime()).append(' ').append(attributes.size());
                stamp.append(' ').append(attributes.fileKey()).append('\n');
            }
            return stamp.toString();
        } catch (IOException | SecurityException gone) {
            return "";
        }
    }
}
