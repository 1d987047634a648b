package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class InPlaceCostTest {

    @BeforeEach
    void forget() {
        InPlaceCost.clockChanged();
        InPlaceCost.clockChanged(); // only the last clock before is remembered
    }

    private static void add(long nanos, int samples) {
        for (int sample = 0; sample < samples; sample++) {
            InPlaceCost.add(nanos);
        }
    }

    @Test
    void isTheMedianWhereThereAreEnoughSamples() {
        add(50, 19);
        assertThat(InPlaceCost.nanos()).isZero();
        add(1_000_000, 2);
        assertThat(InPlaceCost.nanos()).isEqualTo(50);
    }

    @Test
    void sinceAMarkItIsOfTheSamplesSinceThen() {
        add(500, 1_000);
        InPlaceCost.Mark mark = InPlaceCost.mark();
        add(50, 19);
        assertThat(InPlaceCost.nanos(mark)).as("too few").isEqualTo(500);
        add(50, 1);
        assertThat(InPlaceCost.nanos(mark)).isEqualTo(50);
        assertThat(InPlaceCost.nanos()).isEqualTo(500);
    }

    @Test
    void anotherClockBeginsAnew() {
        add(500, 1_000);
        InPlaceCost.clockChanged();
        assertThat(InPlaceCost.nanos()).isZero();
        add(20, 20);
        assertThat(InPlaceCost.nanos()).isEqualTo(20);
    }

    @Test
    void callsThatTheClockOfBeforeTimedCostWhatItTook() {
        add(30, 50);
        InPlaceCost.Mark mark = InPlaceCost.mark();
        add(30, 250);
        InPlaceCost.clockChanged();
        assertThat(InPlaceCost.nanos(null)).isEqualTo(30);
        add(70, 100);
        assertThat(InPlaceCost.nanos(null)).isEqualTo(40);
        assertThat(InPlaceCost.nanos(mark)).isEqualTo((250 * 30 + 100 * 70) / 350.0);
        assertThat(InPlaceCost.nanos(InPlaceCost.mark())).as("too few since").isEqualTo(40);
    }

    @Test
    void sinceAMarkAfterTheChangeTheClockOfBeforeTimedNothing() {
        add(30, 1_000);
        InPlaceCost.clockChanged();
        InPlaceCost.Mark mark = InPlaceCost.mark();
        add(70, 100);
        assertThat(InPlaceCost.nanos(mark)).isEqualTo(70);
    }
}
