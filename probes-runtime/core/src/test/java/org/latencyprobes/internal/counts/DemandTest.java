package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemandTest {

    private static final long QUICK_NANOS = 10_000_000;
    private static final long SLOW_NANOS = 100_000_000;

    private final StripeBuckets.Demand demand = new StripeBuckets.Demand();
    private long now = SLOW_NANOS;

    @Test
    void demandIsHighAfterQuickChecks() {
        assertThat(checks(StripeBuckets.Demand.QUICK_CHECKS)).isFalse();
        assertThat(check(QUICK_NANOS)).isTrue();
        assertThat(check(QUICK_NANOS)).isTrue();
    }

    @Test
    void slowCheckBeginsAnew() {
        checks(StripeBuckets.Demand.QUICK_CHECKS + 1);
        assertThat(checks(StripeBuckets.Demand.QUICK_CHECKS)).isFalse();
        assertThat(check(QUICK_NANOS)).isTrue();
    }

    private boolean checks(int times) {
        boolean high = check(SLOW_NANOS);
        for (int i = 1; i < times; i++) {
            high = check(QUICK_NANOS);
        }
        return high;
    }

    private boolean check(long afterNanos) {
        now += afterNanos;
        return demand.isHighAt(now);
    }
}
