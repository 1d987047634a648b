package org.latencyprobes.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.thread.DaemonThread;
import org.latencyprobes.log.HistogramLog;

/**
 * A histogram log of what the probes record in iterations, with a line for each probe and second. In an iteration a thread of its own writes it; what
 * it could not write comes into the iteration's last lines. Not thread-safe.
 */
final class IterationLog implements AutoCloseable {

    private static final long WAIT_SECONDS = 60;

    private final Path path;
    private final IntervalReader reader = new IntervalReader();
    private final HistogramLog log;
    private ScheduledExecutorService writer;

    /** Prepares a log. A file of that name, of an earlier start of the benchmark, is deleted. */
    IterationLog(Path path) throws IOException {
        Files.deleteIfExists(path);
        this.path = path;
        this.log = new HistogramLog(reader, path, Long.MAX_VALUE, 0);
    }

    Path path() {
        return path;
    }

    /** Begins an iteration: what was recorded before is left out. */
    void begin() {
        reader.skip();
        writer = Executors.newSingleThreadScheduledExecutor(work -> DaemonThread.of("latency-probes-jmh", work));
        writer.scheduleAtFixedRate(this::writeIfPossible, 1, 1, TimeUnit.SECONDS);
    }

    private void writeIfPossible() {
        try {
            log.write();
        } catch (IOException e) {
            // the samples stay with the reader, and end() tries again
        }
    }

    /**
     * Ends the iteration.
     *
     * @throws IOException if the log could not be written
     */
    void end() throws IOException {
        writer.shutdown();
        try {
            writer.awaitTermination(WAIT_SECONDS, TimeUnit.SECONDS); // what is being written is of this iteration
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        log.write();
    }

    /** Closes the file. */
    @Override
    public void close() throws IOException {
        log.close();
    }
}
