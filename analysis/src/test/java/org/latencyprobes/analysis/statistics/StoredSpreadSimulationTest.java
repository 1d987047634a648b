package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.analysis.statistics.QuantileComparison.Finding;

/** A test by simulation, with fixed seeds, that a stored spread gives few runs no more false alarms than it promises. */
class StoredSpreadSimulationTest {

    private static final int PAIRS = 4_000;

    /** 5 % of 4,000 pairs; the standard error of that share is 0.34 points, and four of them are as good as impossible. */
    @ParameterizedTest
    @CsvSource({"1, 5, 0.05", "1, 10, 0.1", "3, 5, 0.2", "4, 20, 0.1"})
    void equalRunsSeldomDiffer(int runs, int ofSpread, double deviation) {
        SimulatedRuns simulated = new SimulatedRuns(runs, deviation, ofSpread);
        double falseAlarms =
                simulated.share(Finding.SLOWER, 1, PAIRS, 17) + simulated.share(Finding.FASTER, 1, PAIRS, 17);

        assertThat(falseAlarms).isBetween(0.036, 0.064);
    }
}
