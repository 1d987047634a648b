package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.cli.CommandRun;

/** Tests of the command compare with what is no log: stored spreads, results of JMH, JVMs. */
final class CompareSourcesTest extends Comparisons {

    @Test
    void aStoredSpreadMakesAVerdictOfSingleRuns() throws IOException {
        Path spread = folder.resolve("spread.json");
        assertThat(compare(runs("a", 5, 100_000), runs("b", 5, 120_000), "--save-spread", spread)
                        .out())
                .contains("written: " + spread);

        CommandRun run = compare(
                runs("one", 1, 100_000), runs("other", 1, 120_000), "--spread", spread, "--percentiles", "p50,p99.9");
        assertThat(run.out())
                .contains("how much runs differ is taken from " + spread)
                .contains("judged without " + spread
                        + ", which lacks them or is of runs with more than twice the samples: find p99.9\n")
                .containsPattern("find +p50 .* slower, ×1\\.\\d+ ")
                .doesNotContain("differ: slower");
        assertThat(compare(
                                runs("one", 1, 100_000),
                                runs("another", 1, 101_000),
                                "--spread",
                                spread,
                                "--percentiles",
                                "50")
                        .out())
                .contains("can't tell");
    }

    @Test
    void aSpreadThatIsNoneIsSaid() throws IOException {
        Path one = runs("one", 1, 100_000);
        Path spread = folder.resolve("spread.json");

        assertThat(compare(one, one, "--save-spread", spread).err())
                .isEqualTo("a spread needs 5 runs a side; there are 1 and 1\n");
        String negative =
                "{\"probe\":\"a\",\"percentile\":50,\"deviation\":-1,\"degreesOfFreedom\":8,\"samplesPerRun\":9}";
        for (String text : List.of("[]", "{\"spreads\":[" + negative + "]}")) {
            Files.writeString(spread, text);
            assertThat(compare(one, one, "--spread", spread).err())
                    .isEqualTo(spread + " is no spread, as compare --save-spread writes it\n");
        }
        assertThat(compare(one, one, "--spread", folder.resolve("none.json")).exitCode())
                .isEqualTo(2);
    }

    /** A result of JMH as its option {@code -rf json} writes it, with the parts that are read. */
    private Path jmh(String name, String unit, String samples) throws IOException {
        return Files.writeString(folder.resolve(name), """
                [{"jmhVersion": "1.37", "benchmark": "com.acme.Pricing.price", "mode": "sample", "forks": 5,
                  "params": {"desk": "fx"},
                  "primaryMetric": {"score": 2.5, "scoreError": "NaN", "scoreUnit": "%s", %s}}]
                """.formatted(unit, samples));
    }

    private static String histograms(int forks, String iteration) {
        String fork = "[" + String.join(",", Collections.nCopies(2, iteration)) + "]";
        return "\"rawDataHistogram\": [" + String.join(",", Collections.nCopies(forks, fork)) + "]";
    }

    @Test
    void samplesOfJmhAreRunsByFork() throws IOException {
        Path before = jmh("a.json", "us/op", histograms(5, "[[1.5, 60], [2.5, 60]]"));
        Path after = jmh("b.json", "ns/op", histograms(5, "[[3000, 60], [5000.0, 60]]"));
        CommandRun run = compare(before, after, "--percentiles", "25");

        assertThat(run.out())
                .contains("before: " + before + ", 5 runs; after: " + after + ", 5 runs")
                .contains(after + ": JMH timed some of the calls, so there is no rate of calls")
                .containsPattern("com.acme.Pricing.price\\{desk=fx} +p25 +1.50 µs +3.00 µs .* slower, ×2\\.0")
                .containsPattern("com.acme.Pricing.price\\{desk=fx} +1,200 +1,200 +0");
        assertThat(json(before, after, "--tag", "desk=fx").get("beside")).hasSize(1);
    }

    @Test
    void scoresOfJmhAloneAreRefused() throws IOException {
        Path scores = jmh("a.json", "us/op", "\"rawData\": [[2.4, 2.6]]");
        Path none = Files.writeString(folder.resolve("none.json"), "[]");
        Path other = Files.writeString(folder.resolve("other.json"), "{\"a\": 1}");

        assertThat(compare(scores, scores).exitCode()).isEqualTo(1);
        assertThat(compare(scores, scores).err())
                .isEqualTo(
                        scores + " has scores alone, and no samples to compare: run JMH with -bm sample, or with -prof"
                                + " org.latencyprobes.jmh.ProbesProfiler, which writes logs\n");
        assertThat(compare(none, none).err()).isEqualTo(none + " has no benchmark\n");
        Path negative = jmh("c.json", "us/op", histograms(1, "[[-1.5, 60]]"));
        assertThat(compare(negative, negative).err()).startsWith(negative + " is no result of JMH");
        assertThat(compare(other, other).err())
                .isEqualTo(other + " is no result of JMH, as its option -rf json writes it\n");
    }

    @Test
    void oneJvmOnBothSidesIsSaid() {
        CommandRun run = compare("4711", "4711");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("4711 is on both sides; for two times of one JVM set a mark between them");
    }

    @Test
    void whatIsWrongIsSaidBeforeAJvmIsWatched() throws IOException {
        Path logs = runs("one", 1, 100_000);
        String noJvm = Long.toString(Long.MAX_VALUE / 100); // which is said when it is asked

        assertThat(compare(folder.resolve("none.hlog"), noJvm).err()).startsWith("there is no file or folder");
        assertThat(compare(logs, noJvm, "--spread", folder.resolve("none.json")).err())
                .startsWith("there is no file or folder");
        assertThat(compare(logs, noJvm, "--save-spread", folder.resolve("s.json"))
                        .err())
                .isEqualTo("a spread needs 5 runs a side; there are 1 and 1\n");
        assertThat(compare(logs, noJvm).exitCode()).isEqualTo(3);
    }
}
