package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.recording.KnownDelays;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/**
 * Tests of what a probe records of calls of known duration, against raw durations outside any histogram. The body reads its own duration
 * off {@link System#nanoTime}, inside the probe's two readings; the caller's readings enclose them. So what is recorded of a call, and each
 * percentile, lies between the two, whatever the machine does meanwhile. The probe's clock is the processor's counter, where this machine
 * has one, and {@link System#nanoTime}.
 */
@ParameterizedClass
@ValueSource(strings = {"auto", "nanotime"})
record KnownDelaysIT(String clock) {

    private static final int[] PERCENTILES = {50, 90, 99};
    private static final double BUCKET = 0.0079;
    private static final int MANY_TIMES = 10;

    private static JvmResult result;

    @BeforeParameterizedClassInvocation
    static void run(String clock) {
        result = run(clock, 1);
    }

    private static JvmResult run(String clock, int times) {
        return ForkedJvm.of(KnownDelays.class)
                .withAgent("clock=" + clock)
                .arguments(times)
                .run()
                .expectExit(0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 10_000, 100_000, 1_000_000, 10_000_000})
    void everyCallIsRecorded(long delayNanos) {
        long[] calls = numbers(result, delayNanos + ".calls");
        assertThat(calls[1]).isEqualTo(calls[0]);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 10_000, 100_000, 1_000_000, 10_000_000})
    void percentilesLieBetweenThoseOfTheBodyAndOfItsCaller(long delayNanos) {
        for (int percentile : PERCENTILES) {
            long[] nanos = numbers(result, delayNanos + "." + percentile);
            assertThat((double) nanos[1])
                    .as("p%d: body %d, recorded %d, caller %d ns", percentile, nanos[0], nanos[1], nanos[2])
                    .isBetween(nanos[0] * (1 - BUCKET), nanos[2] * (1 + BUCKET));
        }
    }

    /** On a quiet machine that is within a bucket and two readings of the clock. */
    @Test
    @Tag("nightly")
    void showsHowFarPercentilesAreFromThoseOfTheBody() {
        JvmResult many = run(clock, MANY_TIMES);
        StringBuilder table = new StringBuilder("\n### Percentiles by clock=" + clock + "\n\n"
                + "| delay, ns | percentile | body | recorded | caller |\n|---:|---:|---:|---:|---:|\n");
        for (long delayNanos = 1_000; delayNanos <= 10_000_000; delayNanos *= 10) {
            for (int percentile : PERCENTILES) {
                long[] nanos = numbers(many, delayNanos + "." + percentile);
                table.append(String.format(
                        Locale.ROOT,
                        "| %d | %d | %d | %d | %d |%n",
                        delayNanos,
                        percentile,
                        nanos[0],
                        nanos[1],
                        nanos[2]));
            }
        }
        System.out.println(table);
    }

    private static long[] numbers(JvmResult result, String fact) {
        return Stream.of(result.fact(fact).split(","))
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
