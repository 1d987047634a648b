package org.latencyprobes.internal.jitter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The quality of a clock on this machine, which every duration depends on. Immutable.
 *
 * @param source the kernel's clock source ({@code tsc}, {@code kvm-clock}, {@code hpet} …), or {@code unknown}
 * @param resolutionNanos the shortest step seen between two different readings, in ns; about {@code readNanos} where the clock steps more
 *     often than it can be read, and 100 ms where no step was seen
 * @param readNanos what one reading costs, in ns: in the quickest of many batches, since other programs only add to it
 */
public record ClockQuality(String source, long resolutionNanos, double readNanos) {

    /** A reading that costs more than this, in ns, is worth a warning: three times a usual one. */
    public static final double SLOW_READ_NANOS = 100;

    private static final Path LINUX_SOURCE =
            Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    private static final int WARM_UP_BATCHES = 200;
    private static final int BATCHES = 101;
    private static final int READS = 200;
    private static final int STEPS = 20_000;
    private static final long STEPS_NANOS = 2_000_000;

    /** So many readings are made whatever the time: this thread may have no processor for all of it. */
    private static final int LEAST_STEP_READS = 2_000;

    private static final long LONGEST_NANOS = 100_000_000;

    /**
     * That of {@link System#nanoTime()}. Takes some milliseconds of the calling thread.
     *
     * @return the results
     */
    public static ClockQuality measured() {
        return measured(System::nanoTime);
    }

    /**
     * That of a clock. Takes some milliseconds of the calling thread.
     *
     * @param clock reads it, in ns
     * @return the results
     */
    public static ClockQuality measured(LongSupplier clock) {
        for (int batch = 0; batch < WARM_UP_BATCHES; batch++) {
            batchNanos(clock);
        }
        long lowestNanos = Long.MAX_VALUE;
        for (int batch = 0; batch < BATCHES; batch++) {
            lowestNanos = Math.min(lowestNanos, batchNanos(clock));
        }
        return new ClockQuality(sourceName(), stepNanos(clock), (double) lowestNanos / READS);
    }

    private static long batchNanos(LongSupplier clock) {
        long startNanos = clock.getAsLong();
        long lastNanos = startNanos;
        for (int read = 0; read < READS; read++) {
            lastNanos = clock.getAsLong();
        }
        return lastNanos - startNanos;
    }

    /** Of many steps, since the first ones are taken by code that is not compiled yet. */
    private static long stepNanos(LongSupplier clock) {
        long shortestNanos = LONGEST_NANOS;
        long beganNanos = System.nanoTime();
        long limitNanos = LONGEST_NANOS;
        int reads = 0;
        for (int step = 0; step < STEPS && isEarly(reads, beganNanos, limitNanos); step++) {
            long startNanos = clock.getAsLong();
            long nextNanos = clock.getAsLong();
            reads += 2;
            while (nextNanos <= startNanos && isEarly(reads, beganNanos, limitNanos)) { // it may step back
                nextNanos = clock.getAsLong();
                reads++;
            }
            if (nextNanos > startNanos) {
                shortestNanos = Math.min(shortestNanos, nextNanos - startNanos);
                limitNanos = STEPS_NANOS;
            }
        }
        return shortestNanos;
    }

    private static boolean isEarly(int reads, long beganNanos, long limitNanos) {
        return reads < LEAST_STEP_READS || System.nanoTime() - beganNanos < limitNanos;
    }

    private static String sourceName() {
        try {
            return Files.readString(LINUX_SOURCE).strip();
        } catch (IOException | SecurityException notLinux) {
            return "unknown";
        }
    }

    /**
     * The cost of two clock reads: the baseline of every probe that times.
     *
     * @return in ns
     */
    public double baselineNanos() {
        return 2 * readNanos;
    }

    /**
     * A warning, where the clock is slow.
     *
     * @return one sentence, or nothing
     */
    public Optional<String> warning() {
        return readNanos <= SLOW_READ_NANOS
                ? Optional.empty()
                : Optional.of(
                        "the clock is slow: one reading takes %.0f ns (clock source %s); short methods will look longer than they are"
                                .formatted(readNanos, source));
    }
}
