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
        assertThat(looks(Demand.QUICK_LOOKS, 1_000)).isFalse();
        assertThat(look(QUICK_NANOS, 1_000)).isTrue();
    }

    @Test
    void slowLookBeginsAnew() {
        looks(Demand.QUICK_LOOKS + 1, 1_000);
        assertThat(looks(Demand.QUICK_LOOKS, 1_000)).isFalse();
        assertThat(look(QUICK_NANOS, 1_000)).isTrue();
    }

    @Test
    void rareDurationIsNoPlaceForWindow() {
        looks(Demand.QUICK_LOOKS + 1, 1_000);
        assertThat(look(QUICK_NANOS, 3_000)).isFalse();
        assertThat(look(QUICK_NANOS, 1_000)).isFalse();
        assertThat(look(QUICK_NANOS, 1_000)).isTrue();
    }

    private boolean looks(int times, int index) {
        boolean high = look(SLOW_NANOS, index);
        for (int i = 1; i < times; i++) {
            high = look(QUICK_NANOS, index);
        }
        return high;
    }

    private boolean look(long afterNanos, int index) {
        now += afterNanos;
        return demand.isHighAt(index, now);
    }
}
