package org.latencyprobes.cli.merge;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.HdrHistogram.Histogram;
import org.latencyprobes.histogram.Tag;
import org.latencyprobes.log.OwnerOnly;

/**
 * The merged log. A file takes its name only when it is complete, and is for its owner alone; what is no file, such as a pipe, is written
 * to as it comes. For one thread.
 */
final class MergeOutput implements LogMerge.Target, Closeable {

    private final Path file;
    private final Path unfinished;
    private final OutputStream out;
    private final MergedLog log;

    private MergeOutput(Path file, Path unfinished, OutputStream out) {
        this.file = file;
        this.unfinished = unfinished;
        this.out = out;
        this.log = new MergedLog(out);
    }

    /**
     * Begins a file.
     *
     * @param file its name
     * @return to be finished and closed
     * @throws IOException if it cannot be made
     */
    public static MergeOutput to(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return new MergeOutput(null, null, Files.newOutputStream(file));
        }
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path unfinished =
                Files.createTempFile(target.getParent(), "." + target.getFileName(), ".part", OwnerOnly.file());
        unfinished.toFile().deleteOnExit(); // after Ctrl-C
        return new MergeOutput(target, unfinished, new BufferedOutputStream(Files.newOutputStream(unfinished)));
    }

    /**
     * Begins a log in a stream.
     *
     * @param out takes it; stays open
     * @return to be finished and closed
     */
    public static MergeOutput to(OutputStream out) {
        return new MergeOutput(null, null, new BufferedOutputStream(out) {
            @Override
            public void close() throws IOException {
                flush();
            }
        });
    }

    @Override
    public void line(Tag tag, Histogram histogram, long coveredMillis) throws IOException {
        log.line(tag, histogram, coveredMillis);
    }

    /**
     * Makes the log the file that was asked for.
     *
     * @throws IOException if not all of it could be written
     */
    public void finish() throws IOException {
        log.flush();
        if (file != null) {
            out.close();
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
        if (unfinished != null) {
            Files.deleteIfExists(unfinished);
        }
    }
}
