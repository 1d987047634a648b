package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.statistics.QuantileComparison.Basis;
import org.latencyprobes.analysis.statistics.QuantileComparison.Finding;

/**
 * The tables of docs/internals/statistics.md on which differences are found, by simulation. The build does not run it: {@code mvn -q test -pl analysis
 * -Dtest=PowerTable} writes {@code analysis/target/power.md}.
 */
class PowerTable {

    private static final double[] SHIFTS = {1.05, 1.1, 1.5};
    private static final int PAIRS_OF_RUNS = 4_000;
    private static final int PAIRS_OF_RECORDINGS = 50;

    private final StringBuilder text = new StringBuilder();

    private interface Power {

        /** The share of pairs that come out as slower; negative where there are too few samples. */
        double of(double ratio);
    }

    private void row(String cells, Power power) {
        text.append("| ").append(cells).append(" |");
        for (double shift : SHIFTS) {
            double share = power.of(shift);
            text.append(share < 0 ? " too few |" : String.format(Locale.ROOT, " %.2f |", share));
        }
        text.append('\n');
    }

    private void head(String cells, int columns) {
        text.append("\n| ").append(cells).append(" | +5 % | +10 % | +50 % |\n");
        text.append("|---".repeat(columns + SHIFTS.length)).append("|\n");
    }

    @Test
    void writesTheTables() throws IOException {
        ofRuns(0, new int[] {5, 10, 20});
        ofRuns(10, new int[] {1, 3});
        falseAlarms();
        ofRecordings();
        Files.writeString(Path.of("target", "power.md"), text);
        assertThat(text).isNotEmpty();
    }

    private void ofRuns(int ofSpread, int[] sizes) {
        head(
                ofSpread == 0
                        ? "runs a side | they differ by"
                        : "runs a side, with a spread of 10 a side | they differ by",
                2);
        for (int percent : new int[] {2, 5, 10}) {
            for (int size : sizes) {
                SimulatedRuns runs = new SimulatedRuns(size, percent / 100.0, ofSpread);
                row(size + " | " + percent + " %", ratio -> runs.share(Finding.SLOWER, ratio, PAIRS_OF_RUNS, 42));
            }
        }
    }

    private void falseAlarms() {
        text.append("\n| runs a side | spread of | they differ by | false alarms |\n|---|---|---|---|\n");
        for (int ofSpread : new int[] {5, 10, 20}) {
            for (int size : new int[] {1, 3}) {
                SimulatedRuns runs = new SimulatedRuns(size, 0.1, ofSpread);
                long seed = 42 + 10L * ofSpread + size; // other draws in each row
                double share = runs.share(Finding.SLOWER, 1, PAIRS_OF_RUNS, seed)
                        + runs.share(Finding.FASTER, 1, PAIRS_OF_RUNS, seed);
                text.append(String.format(
                        Locale.ROOT, "| %d | %d a side | 10 %% | %.1f %% |\n", size, ofSpread, 100 * share));
            }
        }
    }

    private void ofRecordings() {
        head("calls a side | percentile", 2);
        for (int perSecond : new int[] {100, 1_000}) {
            for (double percentile : new double[] {50, 99, 99.9}) {
                row(
                        String.format(
                                Locale.ROOT,
                                "%,d | p%s",
                                120 * perSecond,
                                String.valueOf(percentile).replace(".0", "")),
                        ratio -> recordings(perSecond, percentile, ratio));
            }
        }
    }

    private static double recordings(int perSecond, double percentile, double ratio) {
        Finding[] findings = IntStream.range(0, PAIRS_OF_RECORDINGS)
                .parallel()
                .mapToObj(pair -> {
                    Random random = new Random(1_000_003L * pair + 42);
                    return new QuantileComparison(
                                    estimate(random, perSecond, percentile, 1),
                                    estimate(random, perSecond, percentile, ratio),
                                    Basis.RECORDINGS)
                            .finding(0.95);
                })
                .toArray(Finding[]::new);
        long few = IntStream.range(0, findings.length)
                .filter(i -> findings[i] == Finding.TOO_FEW)
                .count();
        long slower = IntStream.range(0, findings.length)
                .filter(i -> findings[i] == Finding.SLOWER)
                .count();
        return few == findings.length ? -1 : (double) slower / findings.length;
    }

    private static QuantileEstimate estimate(Random random, int perSecond, double percentile, double factor) {
        return QuantileEstimate.ofBlocks(
                SimulatedLoad.INDEPENDENT.record(random, 120, perSecond, factor),
                percentile,
                1_000,
                new SplittableRandom(17)::nextInt);
    }
}
