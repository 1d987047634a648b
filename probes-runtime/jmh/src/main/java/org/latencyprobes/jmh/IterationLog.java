package org.latencyprobes.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.log.HistogramLog;
import org.latencyprobes.thread.DaemonThread;

/**
 * A histogram log of what the probes record in iterations, with a line for each probe and second. A thread of its own writes it meanwhile; what
 * it could not write comes into the iteration's last lines. Not thread-safe.
 */
final class IterationLog implements AutoCloseable {

    private final Path path;
    private final IntervalReader reader = new IntervalReader();
    private final HistogramLog log;
    private final ScheduledExecutorService writer =
            Executors.newSingleThreadScheduledExecutor(work -> DaemonThread.of("latency-probes-jmh", work));
    private Future<?> writing;

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
        writing = writer.scheduleAtFixedRate(this::writeIfPossible, 1, 1, TimeUnit.SECONDS);
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
        writing.cancel(false);
        log.write();
    }

    /** Ends the thread. What is written stays. */
    @Override
    public void close() {
        writer.shutdown();
    }
}
