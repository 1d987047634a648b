package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.latencyprobes.cli.logs.MergeCounts;

/** The progress of a merge, in one line of a terminal. The line is updated in place and removed at the end. For one thread. */
final class MergeProgress implements Runnable, AutoCloseable {

    private static final long FIRST_UPDATE_NANOS = 1_000_000_000;
    private static final long UPDATE_NANOS = 500_000_000;
    private static final double MEGABYTE = 1e6;
    private static final int MAX_SHOWN_SECONDS = 120;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream terminal;
    private final LongSupplier bytesRead;
    private final long bytesTotal;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private long nextNanos;
    private boolean isShown;

    /**
     * Starts the clock.
     *
     * @param terminal the terminal
     * @param bytesRead the number of bytes read so far
     * @param bytesTotal the number of bytes in all; 0 if unknown
     * @param nanoTime the clock, {@link System#nanoTime}
     */
    MergeProgress(PrintStream terminal, LongSupplier bytesRead, long bytesTotal, LongSupplier nanoTime) {
        this.terminal = terminal;
        this.bytesRead = bytesRead;
        this.bytesTotal = bytesTotal;
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
        this.nextNanos = FIRST_UPDATE_NANOS;
    }

    /** A reading of logs that calls its argument after each line. */
    @FunctionalInterface
    interface Reading {

        /** Reads. */
        MergeCounts run(Runnable progress) throws IOException;
    }

    /** Reads logs, and shows the progress if standard error is a terminal. */
    static MergeCounts during(LogMerge merge, PrintStream stderr, Reading reading) throws IOException {
        if (!isTerminal()) {
            return reading.run(() -> {});
        }
        try (MergeProgress progress =
                new MergeProgress(stderr, merge::bytesRead, merge.bytesTotal(), System::nanoTime)) {
            return reading.run(progress);
        }
    }

    /** Whether standard error is a terminal. Java 17 cannot tell this; Linux can. */
    private static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Updates the line if it is time. */
    @Override
    public void run() {
        long nanos = nanoTime.getAsLong() - startNanos;
        if (nanos >= nextNanos) {
            nextNanos = nanos + UPDATE_NANOS;
            isShown = true;
            terminal.print(CLEAR + text(nanos));
            terminal.flush();
        }
    }

    private String text(long nanos) {
        double read = bytesRead.getAsLong() / MEGABYTE;
        double total = bytesTotal / MEGABYTE;
        double speed = read / (nanos / 1e9);
        return bytesTotal > 0
                ? String.format(
                        Locale.ROOT,
                        "... %.0f %% of %,.0f MB, %,.0f MB/s, %s left",
                        100 * read / total,
                        total,
                        speed,
                        left((total - read) / speed))
                : String.format(Locale.ROOT, "... %,.0f MB, %,.0f MB/s", read, speed);
    }

    private static String left(double seconds) {
        return seconds < MAX_SHOWN_SECONDS
                ? String.format(Locale.ROOT, "%.0f s", seconds)
                : String.format(Locale.ROOT, "%,.0f min", seconds / 60);
    }

    /** Removes the line. */
    @Override
    public void close() {
        if (isShown) {
            terminal.print(CLEAR);
            terminal.flush();
        }
    }
}
