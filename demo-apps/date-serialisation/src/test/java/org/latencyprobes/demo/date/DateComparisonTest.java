package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.statistics.QuantileComparison;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.demo.date.experiment.ExperimentResult;

class DateComparisonTest {

    private final DateComparison comparison = new DateComparison(3);

    @Test
    void takesMediansOverRounds() {
        comparison.add(Experiment.SERVER_SLEEPING, 1, DateSamples.result(9_000));
        comparison.add(Experiment.SERVER_SLEEPING, 2, DateSamples.result(4_000));
        comparison.add(Experiment.SERVER_SLEEPING, 3, DateSamples.result(5_000));

        assertThat(comparison.micros(Experiment.SERVER_SLEEPING, Level.P50).orElseThrow())
                .isCloseTo(5, within(0.01));
    }

    @Test
    void leavesTheFirstRunOut() {
        comparison.add(Experiment.MICRO_JMH, 1, DateSamples.result(2_000));

        assertThat(comparison.micros(Experiment.MICRO_JMH, Level.MAX)).hasValue(2.0);
        assertThat(comparison.count(Experiment.MICRO_JMH)).hasValue((double) DateSamples.CALLS);
        assertThat(comparison.callsPerSecond(Experiment.MICRO_JMH)).hasValue(5_000.0);
    }

    @Test
    void keepsTheFirstRunWhereItIsTheOnlyOne() {
        comparison.add(Experiment.MICRO_JMH, 1, new ExperimentResult(60, List.of(DateSamples.run(2_000, 60))));

        assertThat(comparison.micros(Experiment.MICRO_JMH, Level.MAX)).hasValue(2.0);
    }

    @Test
    void formsFactorsWithinARound() {
        add(1, 2_000, 4_000);
        add(2, 4_000, 8_000);
        add(3, 8_000, 24_000);

        assertThat(comparison.factors(Experiment.SERVER_SLEEPING, Experiment.MICRO_JMH, Level.MAX, List.of()))
                .containsExactly(2.0, 2.0, 3.0);
    }

    /** What {@code compare --paired} says of the logs that are kept. */
    @Test
    void comparesPairsOfRounds() {
        add(1, 2_000, 4_000);
        add(2, 8_000, 24_000);
        comparison.add(Experiment.MICRO_JMH, 3, DateSamples.result(8_000));

        QuantileComparison pairs = comparison
                .pairs(Experiment.SERVER_SLEEPING, Experiment.MICRO_JMH, Level.P50)
                .orElseThrow();
        assertThat(pairs.after().parts()).isEqualTo(2);
        assertThat(pairs.ratio(0.95).estimate()).isCloseTo(Math.sqrt(2 * 3), within(0.005));
        assertThat(comparison.pairs(Experiment.SERVER_SPINNING, Experiment.MICRO_JMH, Level.P50))
                .isEmpty();
    }

    @Test
    void leavesRoundsOutThatMissOneSide() {
        add(1, 2_000, 4_000);
        comparison.add(Experiment.SERVER_SLEEPING, 2, DateSamples.result(8_000));

        assertThat(comparison.factors(
                        Experiment.SERVER_SLEEPING,
                        Experiment.MICRO_JMH,
                        Level.MAX,
                        List.of(Experiment.SERVER_SLEEPING, Experiment.MICRO_JMH)))
                .containsExactly(2.0);
        assertThat(comparison.micros(Experiment.LOCAL_SPINNING, Level.P50)).isEmpty();
    }

    @Test
    void checksEveryRunThatJlbhSawAllOf() {
        add(1, 2_000, 4_000);

        assertThat(comparison.checkedRuns())
                .extracting(DateComparison.CheckedRun::experiment, DateComparison.CheckedRun::run)
                .containsExactly(tuple(Experiment.SERVER_SLEEPING, 1), tuple(Experiment.SERVER_SLEEPING, 2));
    }

    @Test
    void gathersTheHiccupsOfAllRounds() {
        add(1, 2_000, 4_000);
        add(2, 2_000, 4_000);

        assertThat(comparison.hiccups(Experiment.SERVER_SLEEPING).count()).isEqualTo(4);
        assertThat(comparison.hiccups(Experiment.AT_ONE_RATE).count()).isEqualTo(4);
        assertThat(comparison.osJitter(Experiment.SERVER_SLEEPING).isEmpty()).isTrue();
    }

    private void add(int round, long microNanos, long serverNanos) {
        comparison.add(Experiment.MICRO_JMH, round, DateSamples.result(microNanos));
        comparison.add(Experiment.SERVER_SLEEPING, round, DateSamples.result(serverNanos));
    }
}
