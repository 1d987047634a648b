package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.KnownDelays;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/**
 * Tests of what a probe records of calls of known duration, against raw durations outside any histogram. The body reads its own duration
 * off {@link System#nanoTime}, inside the probe's two readings; the caller's readings enclose them. The probe's clock is the processor's
 * counter, where this machine has one, and {@link System#nanoTime}.
 */
@ParameterizedClass
@ValueSource(strings = {"auto", "nanotime"})
record KnownDelaysIT(String clock) {

    private static final double TOLERANCE = 0.02;
    private static final double BUCKET = 0.0079;

    /** One lies between the probe's reading and the body's at each end. */
    private static final int READINGS = 2;

    private static JvmResult result;

    @BeforeParameterizedClassInvocation
    static void run(String clock) {
        result = ForkedJvm.of(KnownDelays.class)
                .withAgent("clock=" + clock)
                .run()
                .expectExit(0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 10_000, 100_000, 1_000_000, 10_000_000})
    void everyCallIsRecorded(long delayNanos) {
        long[] calls = numbers(delayNanos + ".calls");
        assertThat(calls[1]).isEqualTo(calls[0]);
    }

    /**
     * From above the body's percentile half-way to the end is the limit: a machine that is busy also holds the thread up between the
     * probe's readings of the clock and the body's, and a few such calls more move a percentile that is on the edge.
     */
    @ParameterizedTest
    @ValueSource(longs = {1_000, 10_000, 100_000, 1_000_000, 10_000_000})
    void percentilesAreTheRawOnesWithinTwoPercentAndTwoReadings(long delayNanos) {
        for (int percentile : new int[] {50, 90, 99}) {
            long[] nanos = numbers(delayNanos + "." + percentile);
            assertThat((double) nanos[1])
                    .as(
                            "p%d: body %d, recorded %d, body's next %d ns, reading %d ns",
                            percentile, nanos[0], nanos[1], nanos[3], nanos[4])
                    .isBetween((double) nanos[0], nanos[3] * (1 + TOLERANCE) + READINGS * nanos[4]);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 10_000, 100_000, 1_000_000, 10_000_000})
    void percentilesLieBetweenThoseOfTheBodyAndOfItsCaller(long delayNanos) {
        for (int percentile : new int[] {50, 90, 99}) {
            long[] nanos = numbers(delayNanos + "." + percentile);
            assertThat((double) nanos[1])
                    .as("p%d: body %d, recorded %d, caller %d ns", percentile, nanos[0], nanos[1], nanos[2])
                    .isBetween((double) nanos[0], nanos[2] * (1 + BUCKET));
        }
    }

    private long[] numbers(String fact) {
        return Stream.of(result.fact(fact).split(","))
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
