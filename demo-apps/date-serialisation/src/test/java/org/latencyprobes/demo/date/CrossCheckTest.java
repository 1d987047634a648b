package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.experiment.ExperimentRun;

class CrossCheckTest {

    private static final double BASELINE_NANOS = 60;

    @Test
    void takesOneBaselineOffTheOuterRecorder() {
        CrossCheck crossCheck = CrossCheck.of(DateSamples.run(2_000, 60), BASELINE_NANOS);

        assertThat(crossCheck.largestDeviationPercent()).isLessThan(0.1);
        assertThat(Level.COMPARED).allMatch(crossCheck::agrees);
    }

    @Test
    void seesAProbeThatReadsTooLow() {
        CrossCheck crossCheck = CrossCheck.of(DateSamples.run(2_000, 160), BASELINE_NANOS);

        assertThat(crossCheck.deviationPercent(Level.P50)).isCloseTo(-4.8, within(0.1));
        assertThat(Level.COMPARED).noneMatch(crossCheck::agrees);
    }

    @Test
    void seesAProbeThatReadsTooHigh() {
        CrossCheck crossCheck = CrossCheck.of(DateSamples.run(2_000, -40), BASELINE_NANOS);

        assertThat(crossCheck.deviationPercent(Level.P99)).isCloseTo(5.3, within(0.1));
        assertThat(Level.COMPARED).noneMatch(crossCheck::agrees);
    }

    @Test
    void allowsThreePerCent() {
        assertThat(CrossCheck.of(DateSamples.run(2_000, 115), BASELINE_NANOS).agrees(Level.P90))
                .isTrue();
    }

    @Test
    void comparesCounts() {
        ExperimentRun run = DateSamples.run(2_000, 60);

        assertThat(CrossCheck.of(run, BASELINE_NANOS).countsEqual()).isTrue();
        assertThat(CrossCheck.of(run.withOuter(DateSamples.distribution(2_060)), BASELINE_NANOS)
                        .countsEqual())
                .isFalse();
    }
}
