package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.date.experiment.Experiment;

/** A test of all experiments in JVMs of their own with the built agent. With a few thousand messages it can't test times. */
@Tag("full")
class DateDemoIT {

    private static final int ITERATIONS = 1_000;
    private static final int RUNS = 2;
    private static final int ROUNDS = 1;
    private static final int WARM_UP = 2_000;

    @TempDir
    private static Path parent;

    private static OutputFolder output;
    private static String text;
    private static int exitCode;

    @BeforeAll
    static void compare() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        output = new OutputFolder(parent.resolve("an output, with a comma"));
        exitCode = DateDemo.commandLine(new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .execute(
                        "--java=" + Path.of(System.getProperty("test.java.home"), "bin", "java"),
                        "--agent=" + System.getProperty("agent.jar"),
                        "--output=" + output.root(),
                        "--rate=4000",
                        "--micro-jlbh",
                        "--iterations=" + ITERATIONS,
                        "--warm-up=" + WARM_UP,
                        "--micro-rate=200000",
                        "--micro-iterations=" + ITERATIONS,
                        "--runs=" + RUNS,
                        "--rounds=" + ROUNDS);
        text = bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void completes() {
        assertThat(exitCode).as(text).isZero();
    }

    @Test
    void countsExactlyWhatJlbhCounts() throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (String line : Files.readAllLines(output.csv())) {
            List<String> cells = List.of(line.split(","));
            if (cells.get(1).matches("probe|outer|end to end") && !cells.get(0).equals("micro-jmh")) {
                counts.put(String.join(" ", cells.subList(0, 4)), Long.valueOf(cells.get(6)));
            }
        }

        assertThat(counts).hasSize(5 * 3 * RUNS * ROUNDS);
        assertThat(counts.values()).containsOnly((long) ITERATIONS);
    }

    @Test
    void closesWithTheVerdict() {
        assertThat(text)
                .contains("socket, sleeping / micro (JMH)", "Counts equal in 10 of 10 runs", "the median call took")
                .contains("end to end, no socket, sleeping, round 1");
        assertThat(output.markdown())
                .content()
                .contains("| p50 |", "| date serialisation, socket, sleeping, round 1 |");
    }

    @Test
    void writesAPageAndPictures() {
        assertThat(text).contains("The report with pictures: " + output.html());
        assertThat(output.html()).content().startsWith("<!DOCTYPE html>").contains("socket, where both sleep");
        assertThat(output.root().resolve("spectrum.svg")).content().startsWith("<svg ");
        assertThat(output.root().resolve("ratios.svg")).content().startsWith("<svg ");
    }

    @ParameterizedTest
    @EnumSource(Experiment.class)
    void logsEveryCallOfTheProbe(Experiment experiment) throws IOException {
        Histogram logged = new Histogram(2);
        try (HistogramLogReader reader =
                new HistogramLogReader(output.histogramLog(experiment.id(), 1).toFile())) {
            for (EncodableHistogram next; (next = reader.nextIntervalHistogram()) != null; ) {
                if (next.getTag().startsWith("date%20serialisation")) {
                    logged.add((Histogram) next);
                }
            }
        }
        if (experiment == Experiment.MICRO_JMH) {
            assertThat(logged.getTotalCount()).isPositive();
        } else {
            int warmUp = experiment == Experiment.MICRO_JLBH ? 200_000 : WARM_UP;
            assertThat(logged.getTotalCount()).isEqualTo(warmUp + RUNS * ITERATIONS);
        }
    }

    @ParameterizedTest
    @EnumSource(Experiment.class)
    void runsWithoutWarningsOfTheJvm(Experiment experiment) throws IOException {
        try (Stream<String> lines = Files.lines(output.log(experiment.id(), 1))) {
            assertThat(lines.filter(line -> !line.startsWith("# "))).noneMatch(line -> line.contains("WARNING"));
        }
    }
}
