package org.latencyprobes.cli.merge;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/** How far a merge is, in one line of a terminal that is written over and taken away at the end. For one thread. */
final class MergeProgress implements Runnable, AutoCloseable {

    private static final long FIRST_NANOS = 1_000_000_000;
    private static final long EVERY_NANOS = 500_000_000;
    private static final double MEGABYTE = 1e6;
    private static final int SECONDS_OF_TWO_MINUTES = 120;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream terminal;
    private final LongSupplier bytesRead;
    private final long bytesTotal;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private long nextNanos;
    private boolean isShown;

    /**
     * Begins to count the time.
     *
     * @param terminal gets the line
     * @param bytesRead how much has been read
     * @param bytesTotal how much there is; 0 if that is not known
     * @param nanoTime the clock, {@link System#nanoTime}
     */
    public MergeProgress(PrintStream terminal, LongSupplier bytesRead, long bytesTotal, LongSupplier nanoTime) {
        this.terminal = terminal;
        this.bytesRead = bytesRead;
        this.bytesTotal = bytesTotal;
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
        this.nextNanos = FIRST_NANOS;
    }

    /** Shows it if it is time to. */
    @Override
    public void run() {
        long nanos = nanoTime.getAsLong() - startNanos;
        if (nanos >= nextNanos) {
            nextNanos = nanos + EVERY_NANOS;
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
        return seconds < SECONDS_OF_TWO_MINUTES
                ? String.format(Locale.ROOT, "%.0f s", seconds)
                : String.format(Locale.ROOT, "%,.0f min", seconds / 60);
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (isShown) {
            terminal.print(CLEAR);
            terminal.flush();
        }
    }
}
