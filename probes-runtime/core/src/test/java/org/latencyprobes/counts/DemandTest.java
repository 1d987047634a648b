package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemandTest {

    private static final long QUICK_NANOS = 10_000_000;
    private static final long SLOW_NANOS = 100_000_000;

    private final Demand demand = new Demand();
    private long now = SLOW_NANOS;

    @Test
    void demandIsHighAfterQuickLooksCloseToEachOther() {
        assertThat(checks(Demand.QUICK_CHECKS, 1_000)).isFalse();
        assertThat(check(QUICK_NANOS, 1_000)).isTrue();
    }

    @Test
    void slowLookBeginsAnew() {
        checks(Demand.QUICK_CHECKS + 1, 1_000);
        assertThat(checks(Demand.QUICK_CHECKS, 1_000)).isFalse();
        assertThat(check(QUICK_NANOS, 1_000)).isTrue();
    }

    @Test
    void rareDurationIsNoPlaceForWindow() {
        checks(Demand.QUICK_CHECKS + 1, 1_000);
        assertThat(check(QUICK_NANOS, 3_000)).isFalse();
        assertThat(check(QUICK_NANOS, 1_000)).isFalse();
        assertThat(check(QUICK_NANOS, 1_000)).isTrue();
    }

    private boolean checks(int times, int index) {
        boolean high = check(SLOW_NANOS, index);
        for (int i = 1; i < times; i++) {
            high = check(QUICK_NANOS, index);
        }
        return high;
    }

    private boolean check(long afterNanos, int index) {
        now += afterNanos;
        return demand.isHighAt(index, now);
    }
}
