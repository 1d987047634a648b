package org.latencyprobes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.jitter.ClockCheck;
import org.latencyprobes.probe.LatencyProbe;

/** A probe around delays of known length, beside raw durations that were never in a histogram. */
class KnownDelaysTest {

    private static final LatencyProbe PROBE = LatencyProbe.named("known delay");
    private static final double[] PERCENTILES = {50, 90, 99};
    private static final double ERROR = 0.02;
    private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A busy machine stops the thread between the raw clock's reading and the probe's; then the measurement is repeated. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final IntervalReader reader = new IntervalReader();
    private final double baselineNanos = ClockCheck.run().baselineNanos();

    @BeforeAll
    static void compile() {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < WARM_UP_NANOS) {
            measure(100, 1_000);
        }
    }

    @ParameterizedTest(name = "{0} ns")
    @CsvSource({"1000, 20000", "10000, 10000", "100000, 3000", "1000000, 500", "10000000, 100"})
    void percentilesAreThoseOfRawDurations(long delayNanos, int count) {
        await().atMost(TIMEOUT).pollInSameThread().untilAsserted(() -> {
            reader.read();
            long[] rawNanos = measure(delayNanos, count);
            assertClose(Readings.only(PROBE.name(), reader.read()).histogram(), rawNanos);
        });
    }

    private void assertClose(Histogram histogram, long[] rawNanos) {
        Arrays.sort(rawNanos);
        for (double percentile : PERCENTILES) {
            long raw = rawNanos[(int) Math.ceil(percentile / 100 * rawNanos.length) - 1];
            assertThat((double) histogram.getValueAtPercentile(percentile))
                    .as("p%s", percentile)
                    .isCloseTo(raw, within(raw * ERROR + baselineNanos));
        }
    }

    private static long[] measure(long delayNanos, int count) {
        long[] rawNanos = new long[count];
        for (int i = 0; i < count; i++) {
            rawNanos[i] = PROBE.<Long, RuntimeException>time(() -> spinFor(delayNanos));
        }
        return rawNanos;
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
