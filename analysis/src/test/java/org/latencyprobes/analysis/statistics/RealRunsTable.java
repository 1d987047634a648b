package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.statistics.QuantileComparison.Basis;
import org.latencyprobes.analysis.statistics.QuantileComparison.Finding;

/**
 * The table of docs/internals/statistics.md on false alarms with real runs of one release. The build does not run it: {@code RUNS=FOLDER,FOLDER
 * PROBE=NAME mvn -q test -pl analysis -Dtest=RealRunsTable} reads the histogram logs of each folder, one a run, and writes {@code
 * analysis/target/real-runs.md}.
 */
class RealRunsTable {

    private static final int SPLITS = 2_000;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final int[] SIZES = {5, 10, 15};
    private static final int PAIRS = 15;

    private final StringBuilder text = new StringBuilder("| runs | percentile | they differ by |");

    @Test
    void writesTheTable() throws IOException {
        for (int size : SIZES) {
            text.append(' ').append(size).append(" a side |");
        }
        text.append(' ')
                .append(PAIRS)
                .append(" pairs | in turn | in turn, paired | first half and second |\n|---|---|")
                .append("---|".repeat(SIZES.length + 5))
                .append('\n');
        for (String folder : System.getenv("RUNS").split(",")) {
            List<Histogram> runs = runs(Path.of(folder), System.getenv("PROBE"));
            assertThat(runs).as(folder).hasSizeGreaterThanOrEqualTo(2 * SIZES[SIZES.length - 1]);
            for (double percentile : PERCENTILES) {
                row(Path.of(folder).getFileName() + ", " + runs.size(), runs, percentile);
            }
        }
        Files.writeString(Path.of("target", "real-runs.md"), text);
    }

    private void row(String name, List<Histogram> runs, double percentile) {
        QuantileEstimate all = QuantileEstimate.ofRuns(runs, percentile);
        double deviation = all.logarithm().standardError() * Math.sqrt(runs.size());
        text.append(String.format(
                Locale.ROOT,
                "| %s | p%s | %.1f %% |",
                name,
                String.valueOf(percentile).replace(".0", ""),
                100 * deviation));
        for (int size : SIZES) {
            text.append(String.format(Locale.ROOT, " %.1f %% |", 100 * falseAlarms(runs, percentile, size)));
        }
        text.append(String.format(Locale.ROOT, " %.1f %% |", 100 * falseAlarmsOfPairs(runs, percentile)));
        List<Histogram> odd = everySecond(runs, 0);
        List<Histogram> even = everySecond(runs, 1);
        int half = runs.size() / 2;
        text.append(' ').append(compared(odd, even, percentile).verdict(0.95)).append(" | ");
        int pairs = Math.min(odd.size(), even.size());
        text.append(QuantileComparison.ofPairs(odd.subList(0, pairs), even.subList(0, pairs), percentile)
                        .verdict(0.95))
                .append(" | ");
        text.append(compared(runs.subList(0, half), runs.subList(half, runs.size()), percentile)
                .verdict(0.95));
        text.append(" |\n");
    }

    /** The share of random splits that come out as slower or faster. */
    private static double falseAlarms(List<Histogram> runs, double percentile, int size) {
        List<Histogram> shuffled = new ArrayList<>(runs);
        Random random = new Random(42);
        int alarms = 0;
        for (int split = 0; split < SPLITS; split++) {
            Collections.shuffle(shuffled, random);
            alarms += isAlarm(compared(shuffled.subList(0, size), shuffled.subList(size, 2 * size), percentile));
        }
        return alarms / (double) SPLITS;
    }

    /** The same of neighbouring runs as pairs, a random one of the two on each side. The pairs are drawn from all. */
    private static double falseAlarmsOfPairs(List<Histogram> runs, double percentile) {
        List<Integer> firsts = new ArrayList<>(
                IntStream.range(0, runs.size() / 2).map(i -> 2 * i).boxed().toList());
        Random random = new Random(42);
        int alarms = 0;
        for (int split = 0; split < SPLITS; split++) {
            Collections.shuffle(firsts, random);
            List<Histogram> before = new ArrayList<>();
            List<Histogram> after = new ArrayList<>();
            for (int first : firsts.subList(0, PAIRS)) {
                int swap = random.nextInt(2);
                before.add(runs.get(first + swap));
                after.add(runs.get(first + 1 - swap));
            }
            alarms += isAlarm(QuantileComparison.ofPairs(before, after, percentile));
        }
        return alarms / (double) SPLITS;
    }

    private static int isAlarm(QuantileComparison comparison) {
        Finding finding = comparison.finding(0.95);
        return finding == Finding.SLOWER || finding == Finding.FASTER ? 1 : 0;
    }

    private static QuantileComparison compared(List<Histogram> before, List<Histogram> after, double percentile) {
        return new QuantileComparison(
                QuantileEstimate.ofRuns(before, percentile), QuantileEstimate.ofRuns(after, percentile), Basis.RUNS);
    }

    private static List<Histogram> everySecond(List<Histogram> runs, int first) {
        return IntStream.range(0, runs.size())
                .filter(i -> i % 2 == first)
                .mapToObj(runs::get)
                .toList();
    }

    /** The runs in the order of their files' names. */
    private static List<Histogram> runs(Path folder, String probe) throws IOException {
        List<Histogram> runs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".hlog"))
                    .sorted()
                    .toList()) {
                runs.add(run(file, probe));
            }
        }
        return runs;
    }

    private static Histogram run(Path file, String probe) throws IOException {
        Histogram run = new Histogram(2);
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram line = reader.nextIntervalHistogram();
                if (line instanceof Histogram && Objects.equals(line.getTag(), probe)) {
                    run.add((Histogram) line);
                }
            }
        }
        return run;
    }
}
