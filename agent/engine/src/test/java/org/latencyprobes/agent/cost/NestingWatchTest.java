package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Nesting;

final class NestingWatchTest {

    private static Interval interval(String kind, int calls, long inside) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(1_000, calls);
        Nesting nesting = new Nesting(calls, 1_000.0 * calls, 0, inside, 0, 0, 0);
        return new Interval("p", Map.of(), "ok", kind, "", 0, 1, 1_000, 0, 0, 0, 0, true, nesting, histogram);
    }

    private static boolean isWorthWaiting(long millis, Interval... intervals) {
        return NestingWatch.isWorthWaiting(List.of(intervals), millis);
    }

    @Test
    void whereNothingIsCalledItEndsSoon() {
        Interval jitter = interval("jitter", 100_000, 0);
        assertThat(isWorthWaiting(NestingWatch.CALL_MILLIS - 1, jitter)).isTrue();
        assertThat(isWorthWaiting(NestingWatch.CALL_MILLIS, jitter)).isFalse();
    }

    @Test
    void manyCallsWithNothingInsideEndIt() {
        assertThat(isWorthWaiting(0, interval("probe", 1_000, 0))).isFalse();
        assertThat(isWorthWaiting(NestingWatch.CALL_MILLIS, interval("probe", 1, 0)))
                .isTrue();
        assertThat(isWorthWaiting(NestingWatch.PLAIN_MILLIS, interval("probe", 1, 0)))
                .isFalse();
    }

    @Test
    void whereCallsAreInsideItLooksToTheEnd() {
        Interval nested = interval("probe", 100_000, 25);
        assertThat(isWorthWaiting(NestingWatch.LOOK_MILLIS - 1, nested)).isTrue();
        assertThat(isWorthWaiting(NestingWatch.LOOK_MILLIS, nested)).isFalse();
    }
}
