package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.cli.CommandRun;

/** Tests of the command {@code compare --rules}, on runs of 40 s with 200 calls a second around 100 µs, of which the p90 is at about 147 µs. */
final class RulesTest {

    private static final long START_SECONDS = 1_763_726_400;

    @TempDir
    private Path folder;

    private static byte[] written;

    private Path run;

    /** The same for each test, which may change it. */
    @BeforeEach
    void writeARun() throws IOException {
        if (written == null) {
            written = Files.readAllBytes(write("run.hlog", 100_000, 1, 1_000_000));
        }
        run = Files.write(folder.resolve("run.hlog"), written);
    }

    private Path write(String name, double medianNanos, long seed, long jitterNanos) throws IOException {
        return write(name, medianNanos, seed, jitterNanos, 40);
    }

    private Path write(String name, double medianNanos, long seed, long jitterNanos, int seconds) throws IOException {
        Random random = new Random(seed);
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        HistogramLogWriter writer = new HistogramLogWriter(file.toFile());
        writer.outputStartTime(START_SECONDS * 1_000);
        for (int second = 0; second < seconds; second++) {
            Histogram line = new Histogram(2);
            for (int call = 0; call < 200; call++) {
                line.recordValue((long) (medianNanos * Math.exp(0.3 * random.nextGaussian())));
            }
            write(writer, line, "price;desk=fx;ok", second);
            write(writer, histogram(1, 100_000), "price;desk=fx;error", second);
            write(writer, histogram(1_000, jitterNanos), "jitter.hiccup;ok", second);
        }
        writer.close();
        return file;
    }

    private static Histogram histogram(long count, long nanos) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(nanos, count);
        return histogram;
    }

    private static void write(HistogramLogWriter writer, Histogram line, String tag, int second) {
        line.setTag(tag);
        writer.outputIntervalHistogram(START_SECONDS + second, START_SECONDS + second + 1.0, line);
    }

    private CommandRun gate(String rules, Object... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("compare", "--rules"));
        all.add(Files.writeString(folder.resolve("rules.txt"), rules).toString());
        Stream.of(arguments).map(String::valueOf).forEach(all::add);
        return CommandRun.of(all.toArray(new String[0]));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p90 of \"price\" <= 200us | 0 | passed",
                "p90 of \"pr*\" <= 0.2 ms | 0 | passed",
                "p90 of \"price{desk=fx}\" <= 100us | 1 | failed",
                "p90 of \"price\" <= 147us | 5 | inconclusive",
                "p99.9 of \"price\" <= 1s | 5 | too few samples beyond p99.9: 8, 50 are needed",
                "errors <= 1 % | 0 | passed",
                "errors of \"price\" <= 0.1% | 1 | 0.4975 % of 8,040 calls",
                "jitter p99.9 <= 5ms else inconclusive | 0 | 1 ms in the noisiest run",
                "jitter p99.9 <= 500us else inconclusive | 5 | inconclusive",
                "jitter p99.9 <= 500us | 1 | failed",
            })
    void judges(String rule, int exitCode, String text) throws IOException {
        CommandRun result = gate("# comment\n\n" + rule + "\n", run);

        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(exitCode);
        assertThat(result.out() + result.err()).contains("the rules: ").contains(text);
    }

    @Test
    void aRuleMayHaveTheFullNameOfAMethod() throws IOException {
        HistogramLogWriter writer = new HistogramLogWriter(run.toFile());
        writer.outputStartTime(START_SECONDS * 1_000);
        write(writer, histogram(1_000, 100_000), "Shop.price;desk=fx;ok", 0);
        writer.close();
        assertThat(gate("errors of \"com.acme.Shop#price\" <= 1 %\n", run).exitCode())
                .isZero();
    }

    @Test
    void aShortRecordingWhoseStretchesAreAllBeyondTheLimitIsInconclusiveAndSaysSo() throws IOException {
        Path brief = write("brief.hlog", 100_000, 1, 1_000_000, 8);
        CommandRun beyond = gate("p50 of \"price\" <= 10us\n", brief);
        assertThat(beyond.exitCode()).isEqualTo(5);
        assertThat(beyond.out())
                .contains("too short: 8 of the 20 stretches of time", "; each of them is above the limit");
        assertThat(gate("p50 of \"price\" <= 1ms\n", brief).out())
                .contains("too short: 8 of the 20 stretches of time")
                .doesNotContain("above the limit");
    }

    /** Runs that differ by 2 % give single runs an interval of some 7 %. */
    @ParameterizedTest
    @CsvSource({"130000, 1, failed", "100000, 0, passed", "120000, 5, inconclusive"})
    void aStoredSpreadStandsForRuns(int medianNanos, int exitCode, String text) throws IOException {
        for (int i = 0; i < 5; i++) {
            write("a/run" + i + ".hlog", 100_000 * (1 + 0.02 * (i % 3 - 1)), i, 1);
            write("b/run" + i + ".hlog", 100_000 * (1 + 0.02 * (i % 3 - 1)), 10 + i, 1);
        }
        Path spread = folder.resolve("spread.json");
        CommandRun.of(
                "compare", folder.resolve("a").toString(), folder.resolve("b").toString(), "--save-spread=" + spread);
        Path one = write("one.hlog", medianNanos, 20, 1);
        CommandRun result = gate("p50 of \"price\" <= 1.2 x baseline", run, one, "--spread", spread);

        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(exitCode);
        assertThat(result.out() + result.err()).contains("the rules: " + text);
        assertThat(gate("p50 of \"price\" <= 1.2 x baseline", run, one).out())
                .contains("5 of each are needed, or a stored spread that fits");
    }

    /** The change of each pair is 5 %, and the pairs differ by up to 80 %. */
    @Test
    void pairsOfRunsTellWhatTheRunsCannot() throws IOException {
        for (int i = 0; i < 5; i++) {
            write("old/run" + i + ".hlog", 100_000 * (1 + 0.2 * i), i, 1);
            write("new/run" + i + ".hlog", 105_000 * (1 + 0.2 * i), 10 + i, 1);
        }
        String rule = "p50 of \"price\" <= 1.02 x baseline";
        Path old = folder.resolve("old");
        Path changed = folder.resolve("new");

        assertThat(gate(rule, old, changed).exitCode()).isEqualTo(5);
        CommandRun paired = gate(rule, old, changed, "--paired");
        assertThat(paired.exitCode()).isEqualTo(1);
        assertThat(paired.out()).contains("runs are compared in pairs, in their order; the first pair is ");
        assertThat(gate(rule, changed, "--paired").err()).contains("--paired needs two sides");
        assertThat(gate(rule, old, run, "--paired").err()).contains("there are 5 of ", " and 1 of ");
    }

    @Test
    void aNoisyMachineMakesFailuresInconclusive() throws IOException {
        CommandRun result =
                gate("p90 of \"price\" <= 100us\njitter p99.9 <= 500us else inconclusive\nerrors <= 1 %\n", run);

        assertThat(result.exitCode()).isEqualTo(5);
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("the rules: inconclusive\n");
        assertThat(result.out())
                .contains("but the machine was too noisy to judge")
                .contains("passed");
    }

    @Test
    void aBaselineNeedsFiveRunsASide() throws IOException {
        CommandRun few = gate("p90 of \"price\" <= 1.2 x baseline\n", run, run);
        assertThat(few.exitCode()).isEqualTo(5);
        assertThat(few.out()).contains("runs: 1, of the baseline: 1; 5 of each are needed");

        for (int i = 0; i < 5; i++) {
            write("old/run" + i + ".hlog", 100_000 + 500 * i, i, 1_000_000);
            write("new/run" + i + ".hlog", 150_000 + 500 * i, 10 + i, 1_000_000);
        }
        Path old = folder.resolve("old");
        CommandRun slower = gate("p90 of \"price\" <= 1.2 x baseline (confidence 95 %)\n", old, folder.resolve("new"));
        assertThat(slower.exitCode()).isEqualTo(1);
        assertThat(slower.out()).containsPattern("failed +p90 of .* 1\\.\\d+ \\(1\\.4\\d?–1\\.5\\d?\\) x baseline");
        assertThat(gate("p90 of \"price\" <= 1.2x baseline\n", old, old).exitCode())
                .isZero();
        assertThat(gate("p90 of \"price\" <= 1 x baseline\n", old, old).exitCode())
                .isEqualTo(5);
        assertThat(gate("p90 of \"other\" <= 1 x baseline\n", old, old).exitCode())
                .isEqualTo(2);
    }

    @Test
    void aProbeThatTheBaselineLacksIsInconclusiveWhereARuleIsOfSeveral() throws IOException {
        Path other = folder.resolve("other.hlog");
        Files.writeString(other, Files.readString(run).replace("Tag=price", "Tag=former"));
        CommandRun several = gate("p90 of \"p*\" <= 1.2 x baseline\n", other, run);
        assertThat(several.exitCode()).as(several.err()).isEqualTo(5);
        assertThat(several.out()).contains("not in all runs of the baseline");
        CommandRun named = gate("p90 of \"price\" <= 1.2 x baseline\n", other, run);
        assertThat(named.exitCode()).isEqualTo(2);
    }

    @Test
    void aProbeThatOneRunLacksIsNotPassed() throws IOException {
        Path other = folder.resolve("other.hlog");
        HistogramLogWriter writer = new HistogramLogWriter(other.toFile());
        writer.outputStartTime(START_SECONDS * 1_000);
        write(writer, histogram(1_000, 1_000_000), "jitter.hiccup;ok", 0);
        writer.close();
        CommandRun result = gate("p90 of \"pr*\" <= 1s\nerrors <= 1 %\njitter p99 <= 5ms\n", run, "--before", other);

        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(5);
        assertThat(result.out())
                .containsPattern("inconclusive +p90 of .* price\\{desk=fx} +not in all runs\n")
                .containsPattern("passed +errors .* price\\{desk=fx} ")
                .containsPattern("passed +jitter ");
    }

    @Test
    void markdownSaysWhatWasPassedOver() throws IOException {
        Files.writeString(run, "no line of a log\n", StandardOpenOption.APPEND);

        assertThat(gate("errors <= 1 %", run, "--skip-bad", "-o", "markdown").out())
                .contains("**\n\n- passed over 1 damaged line:\n- ", "\n\n| result |");
    }

    @Test
    void writesJUnitsReportAndMarkdown() throws Exception {
        Path junit = folder.resolve("rules.xml");
        CommandRun result = gate(
                "p90 of \"price\" <= 100us\np90 of \"price\" <= 147us\nerrors <= 1 %\n",
                run, "-o", "junit=" + junit, "-o", "markdown");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).contains("**The rules: failed**", "| failed | p90 of \"price\" &lt;= 100us |");
        assertThat(Files.readString(junit))
                .contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"")
                .contains("<skipped message=\"inconclusive: ");
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(junit.toFile())
                        .getElementsByTagName("testcase")
                        .getLength())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing",
                "p99 of price <= 200us",
                "p99 of \"price\" < 200us",
                "p100 of \"price\" <= 200us",
                "p99 of \"price\" <= 0us",
                "p99 of \"price\" <= 1.2 x baseline (confidence 100 %)",
                "p99 of \"price\" <= 1.2 x baseline",
                "p99 of \"place\" <= 200us",
                "jitter p99 <= fast",
            })
    void wrongRulesAreSaid(String rules) throws IOException {
        CommandRun result = gate(rules, run);

        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
        assertThat(result.err()).isNotEmpty().hasLineCount(1).doesNotContain("Exception");
        if (rules.matches("[pj].*")) {
            assertThat(result.err()).startsWith(folder.resolve("rules.txt") + " line 1: ");
        }
    }

    @Test
    void aProbeThatNoRunHasIsSaidWithItsLine() throws IOException {
        assertThat(gate("errors <= 1 %\np99 of \"prize\" <= 200us", run).err())
                .isEqualTo(folder.resolve("rules.txt") + " line 2: no run has a probe \"prize\"; did you mean price\n");
    }

    @Test
    void whatRulesDoNotTakeIsRefused() throws IOException {
        String rule = "errors <= 1 %";
        assertThat(gate(rule, run, "--after", run).err()).contains("--after adds to the second side, which is missing");
        assertThat(gate(rule, run, "--percentiles", "p50").err()).contains("without", "--percentiles");
    }

    @Test
    void wrongLogsAreNotAFailedRule() throws IOException {
        String rule = "errors <= 1 %";
        Path bad = Files.writeString(folder.resolve("bad.hlog"), "no line of a log\n");

        assertThat(gate(rule, bad).exitCode()).isEqualTo(2);
        assertThat(gate(rule, folder.resolve("none.hlog")).exitCode()).isEqualTo(2);
        assertThat(gate(rule).exitCode()).isEqualTo(2);
        assertThat(CommandRun.of(
                                "compare", "--rules", folder.resolve("none.txt").toString(), run.toString())
                        .exitCode())
                .isEqualTo(2);
    }
}
