package org.latencyprobes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.probe.LatencyProbe;

/**
 * A probe around delays of known length, beside raw durations that were never in a histogram. Each call is timed within the probe and around
 * it, so that what the probe records lies between the two, however busy the machine is.
 */
class KnownDelaysTest {

    private static final LatencyProbe PROBE = LatencyProbe.named("known delay");
    private static final double[] PERCENTILES = {50, 90, 99};
    private static final double ERROR = 0.02;

    private final IntervalReader reader = new IntervalReader();

    @ParameterizedTest(name = "{0} ns")
    @CsvSource({"1000, 20000", "10000, 5000", "100000, 1000", "1000000, 200", "10000000, 20"})
    void percentilesAreThoseOfRawDurations(long delayNanos, int count) {
        long[] withinNanos = new long[count];
        long[] aroundNanos = new long[count];
        reader.read();
        measure(delayNanos, withinNanos, aroundNanos);
        Histogram recorded = Readings.only(PROBE.name(), reader.read()).histogram();
        Arrays.sort(withinNanos);
        Arrays.sort(aroundNanos);
        for (double percentile : PERCENTILES) {
            int rank = (int) Math.ceil(percentile / 100 * count) - 1;
            assertThat((double) recorded.getValueAtPercentile(percentile))
                    .as("p%s", percentile)
                    .isBetween(withinNanos[rank] * (1 - ERROR), aroundNanos[rank] * (1 + ERROR));
        }
    }

    private static void measure(long delayNanos, long[] withinNanos, long[] aroundNanos) {
        for (int i = 0; i < withinNanos.length; i++) {
            long startNanos = System.nanoTime();
            withinNanos[i] = PROBE.<Long, RuntimeException>time(() -> spinFor(delayNanos));
            aroundNanos[i] = System.nanoTime() - startNanos;
        }
    }

    /** How long it really took. */
    private static long spinFor(long delayNanos) {
        long startNanos = System.nanoTime();
        long tookNanos;
        do {
            tookNanos = System.nanoTime() - startNanos;
        } while (tookNanos < delayNanos);
        return tookNanos;
    }
}
