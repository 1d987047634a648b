package org.latencyprobes.explain.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latencyprobes.explain.sample.SimulatedCalls.Kind;

/** Tests by simulation, with fixed seeds, that intervals of stratified samples hold the truth as often as they promise. */
final class StratifiedSampleSimulationTest {

    private static final double[] PERCENTILES = {99, 99.9, 99.99};

    /** What samples said of one cause's share in one band, each with the truth. */
    private record Cell(String name, List<Double> truths, List<Share> found) {

        Cell(String name) {
            this(name, new ArrayList<>(), new ArrayList<>());
        }

        double truth() {
            return mean(truths::get);
        }

        /** By 0.0001 points more, which the bisections leave. */
        double covered() {
            return mean(run -> found.get(run).low() - 1e-6 <= truths.get(run)
                            && truths.get(run) <= found.get(run).high() + 1e-6
                    ? 1
                    : 0);
        }

        double bias() {
            return mean(run -> found.get(run).estimate() - truths.get(run));
        }

        double half() {
            return mean(run -> (found.get(run).high() - found.get(run).low()) / 2);
        }

        private double mean(IntToDoubleFunction of) {
            return IntStream.range(0, found.size()).mapToDouble(of).average().orElseThrow();
        }
    }

    private static Collection<Cell> cells(Kind kind, int count, int pool, int populations, int runs) {
        Map<String, Cell> cells = new TreeMap<>();
        for (int population = 0; population < populations; population++) {
            SimulatedCalls calls = new SimulatedCalls(kind, count, 17 + population);
            Random random = new Random(1_003 + population);
            int floor = (calls.sample(0, 1, random).edge(99) + 1) / 32;
            for (int run = 0; run < runs; run++) {
                addShares(kind, calls, calls.sample(floor, pool, random), cells);
            }
        }
        return cells.values();
    }

    private static void addShares(Kind kind, SimulatedCalls calls, StratifiedSample sample, Map<String, Cell> cells) {
        for (double percentile : PERCENTILES) {
            int edge = sample.edge(percentile);
            for (boolean byTime : new boolean[] {false, true}) {
                double[] truth = calls.truth(edge, byTime);
                Share[] shares = sample.shares(edge, byTime);
                for (int cause = 0; cause < truth.length; cause++) {
                    if (truth[cause] > 0) {
                        Cell cell = cells.computeIfAbsent(
                                kind + " p" + percentile + (byTime ? " time " : " calls ") + cause, Cell::new);
                        cell.truths.add(truth[cause]);
                        cell.found.add(shares[cause]);
                    }
                }
            }
        }
    }

    private static void check(Collection<Cell> cells, double leastCovered, double mostBias) {
        cells.forEach(cell -> System.out.println(String.format(
                Locale.ROOT,
                "%-28s true %6.2f  covered %5.1f  bias %5.2f  half-width %5.2f",
                cell.name(),
                100 * cell.truth(),
                100 * cell.covered(),
                100 * cell.bias(),
                100 * cell.half())));
        assertThat(cells).isNotEmpty().allSatisfy(cell -> {
            assertThat(cell.covered()).isGreaterThanOrEqualTo(leastCovered);
            assertThat(Math.abs(cell.bias())).isLessThan(mostBias);
        });
        assertThat(cells.stream().mapToDouble(Cell::covered).average().orElseThrow())
                .isGreaterThanOrEqualTo(0.935);
    }

    /** A coverage of 95 % is below 80 % in 40 runs once in 2,000 times; here seeds are fixed. */
    @ParameterizedTest
    @EnumSource(names = {"THREE", "HUGE"})
    void intervalsOfASmallSampleHoldTheTruth(Kind kind) {
        check(cells(kind, 100_000, 400, 1, 40), 0.80, 0.02);
    }

    @ParameterizedTest
    @Tag("nightly")
    @EnumSource
    void intervalsHoldTheTruthAndAreNarrow(Kind kind) {
        Collection<Cell> cells = cells(kind, 1_000_000, 2_048, 3, 100);
        check(cells, 0.91, 0.0025);
        assertThat(cells).allSatisfy(cell -> assertThat(cell.half()).isLessThan(0.035));
    }

    @ParameterizedTest
    @EnumSource(names = {"THREE", "BURST"})
    void percentilesWithoutACauseHoldTheTruth(Kind kind) {
        without(kind, 200_000, 512, 20, 0.80);
    }

    @ParameterizedTest
    @Tag("nightly")
    @EnumSource
    void percentilesWithoutACauseHoldTheTruthOfLargePopulations(Kind kind) {
        without(kind, 1_000_000, 2_048, 120, 0.90);
    }

    private static void without(Kind kind, int count, int pool, int runs, double leastCovered) {
        SimulatedCalls calls = new SimulatedCalls(kind, count, 29);
        Random random = new Random(31);
        int floor = calls.sample(0, 1, random).edge(99) + 1;
        double[] shares = calls.truth(calls.sample(0, 1, random).edge(99.9), false);
        for (int cause = 0; cause < SimulatedCalls.CODE; cause++) {
            int truth = calls.without(99.9, cause);
            if (shares[cause] < 0.02 || truth <= floor) {
                continue;
            }
            int held = 0;
            double bias = 0;
            double half = 0;
            for (int run = 0; run < runs; run++) {
                Share found = calls.sample(floor / 32, pool, random).without(99.9, cause, floor);
                held += found.low() <= truth && truth <= found.high() ? 1 : 0;
                bias += (found.estimate() - truth) / runs;
                half += (found.high() - found.low()) / 2 / runs;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s p99.9 without %d: covered %d of %d, bias %.2f, half-width %.2f sub-buckets%n",
                    kind,
                    cause,
                    held,
                    runs,
                    bias,
                    half);
            assertThat(held).isGreaterThanOrEqualTo((int) (leastCovered * runs));
            assertThat(Math.abs(bias)).isLessThan(Math.max(2, half / 4)); // where calls are few, an estimate is rough
        }
    }
}
