package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CallPriceTest {

    @BeforeEach
    void forget() {
        CallPrice.clear();
    }

    private static void add(long nanos, int samples) {
        for (int sample = 0; sample < samples; sample++) {
            CallPrice.add(nanos);
        }
    }

    @Test
    void isTheMedianWhereThereAreEnoughSamples() {
        add(50, 19);
        assertThat(CallPrice.nanos()).isZero();
        add(1_000_000, 2);
        assertThat(CallPrice.nanos()).isEqualTo(50);
    }

    @Test
    void sinceAMarkItIsOfTheSamplesSinceThen() {
        add(500, 1_000);
        CallPrice.Mark mark = CallPrice.mark();
        add(50, 19);
        assertThat(CallPrice.nanos(mark)).as("too few").isEqualTo(500);
        add(50, 1);
        assertThat(CallPrice.nanos(mark)).isEqualTo(50);
        assertThat(CallPrice.nanos()).isEqualTo(500);
    }

    @Test
    void anotherClockBeginsAnew() {
        add(500, 1_000);
        CallPrice.Mark mark = CallPrice.mark();
        CallPrice.clear();
        assertThat(CallPrice.nanos(mark)).isZero();
        add(20, 20);
        assertThat(CallPrice.nanos(mark)).isEqualTo(20);
    }
}
