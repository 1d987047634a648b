package org.latencyprobes.agent.clock;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * The trial of a counter before calls are timed by it. Takes some milliseconds, up to 0.2 s on a busy machine, of a thread of the agent's.
 */
final class ClockTrial {

    /** Of a kernel that has found the counter to run evenly on all processors, and goes on looking. */
    private static final Path KERNEL = Path.of("/sys/devices/system/clocksource/clocksource0/available_clocksource");

    private static final String KERNEL_NAME = "tsc";
    private static final long COARSEST_NANOS = 1_000;
    private static final int STEPS = 100;
    private static final long LONGEST_STEP_NANOS = 1_000_000;
    private static final long LEAST_RATE_NANOS = 2_000_000;
    private static final long LONGEST_RATE_NANOS = 100_000_000;

    private ClockTrial() {}

    /** Why this clock is not to be used, or null. */
    static String refusal(Clock clock) {
        String kernel = refusalOfKernel(KERNEL);
        return kernel == null ? refusalOf(clock) : kernel;
    }

    /** By what can be seen of the clock itself. */
    static String refusalOf(Clock clock) {
        ClockPair first = ClockPair.read(clock);
        long stepNanos = stepNanos(clock);
        if (stepNanos > COARSEST_NANOS) {
            return "the counter is coarse: a step takes " + stepNanos + " ns or more";
        }
        long backNanos = ProcessorCheck.mostBackNanos(clock);
        return backNanos > 0
                ? "the counter differs between processors, by " + backNanos + " ns or more"
                : refusalOfRate(first, clock);
    }

    /** Null where there is no such file, too. */
    static String refusalOfKernel(Path sources) {
        try (InputStream content = new FileInputStream(sources.toFile())) { // java.nio has more to load
            String names = new String(content.readAllBytes(), StandardCharsets.UTF_8).strip();
            return Arrays.asList(names.split(" ")).contains(KERNEL_NAME)
                    ? null
                    : "the kernel does not trust the counter: its clocks are " + names;
        } catch (IOException | SecurityException notLinux) {
            return null;
        }
    }

    /**
     * The shortest step that is seen; 0 where consecutive readings mostly differ. A step takes less than a reading then, which may take more
     * than the limit while it is interpreted.
     */
    private static long stepNanos(Clock clock) {
        long shortestNanos = LONGEST_STEP_NANOS;
        int stillSteps = 0;
        for (int step = 0; step < STEPS && shortestNanos > COARSEST_NANOS; step++) {
            long startNanos = System.nanoTime();
            long before = clock.now();
            long after = clock.now();
            stillSteps += after == before ? 1 : 0;
            while (after == before && System.nanoTime() - startNanos < LONGEST_STEP_NANOS) {
                after = clock.now();
            }
            if (after > before) {
                shortestNanos = Math.min(shortestNanos, clock.nanos(after - before));
            }
        }
        return 2 * stillSteps < STEPS ? 0 : shortestNanos;
    }

    private static String refusalOfRate(ClockPair first, Clock clock) {
        ClockPair last = ClockPair.read(clock);
        while (!isEnough(first, last, clock)) {
            Thread.yield();
            last = ClockPair.read(clock);
        }
        RateError error = first.errorUntil(last, clock);
        return RateVerdict.isRight(error)
                ? null
                : String.format(
                        Locale.ROOT,
                        "the counter's rate is not the one it says: it runs %+.2f %% (± %.2f) against nanoTime",
                        PERCENT * error.share(),
                        PERCENT * error.doubt());
    }

    private static boolean isEnough(ClockPair first, ClockPair last, Clock clock) {
        long tookNanos = last.nanos() - first.nanos();
        RateError error = first.errorUntil(last, clock);
        return tookNanos >= LEAST_RATE_NANOS && (RateVerdict.isRight(error) || RateVerdict.isBeyond(error))
                || tookNanos > LONGEST_RATE_NANOS;
    }
}
