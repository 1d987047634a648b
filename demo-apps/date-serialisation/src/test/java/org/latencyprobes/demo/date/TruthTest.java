package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.common.Level;

class TruthTest {

    private static final double FLOOR_NANOS = 60;

    @Test
    void takesOneFloorOffTheOuterRecorder() {
        Truth truth = Truth.of(Samples.run(2_000, 60), FLOOR_NANOS);

        assertThat(truth.largestDeviationPercent()).isLessThan(0.1);
        assertThat(Level.COMPARED).allMatch(truth::agrees);
    }

    @Test
    void seesAProbeThatReadsTooLow() {
        Truth truth = Truth.of(Samples.run(2_000, 160), FLOOR_NANOS);

        assertThat(truth.deviationPercent(Level.P50)).isCloseTo(-4.8, within(0.1));
        assertThat(Level.COMPARED).noneMatch(truth::agrees);
    }

    @Test
    void seesAProbeThatReadsTooHigh() {
        Truth truth = Truth.of(Samples.run(2_000, -40), FLOOR_NANOS);

        assertThat(truth.deviationPercent(Level.P99)).isCloseTo(5.3, within(0.1));
        assertThat(Level.COMPARED).noneMatch(truth::agrees);
    }

    @Test
    void allowsThreePerCent() {
        assertThat(Truth.of(Samples.run(2_000, 115), FLOOR_NANOS).agrees(Level.P90))
                .isTrue();
    }

    @Test
    void comparesCounts() {
        Run run = Samples.run(2_000, 60);

        assertThat(Truth.of(run, FLOOR_NANOS).countsEqual()).isTrue();
        assertThat(Truth.of(run.withOuter(Samples.distribution(2_060)), FLOOR_NANOS)
                        .countsEqual())
                .isFalse();
    }
}
