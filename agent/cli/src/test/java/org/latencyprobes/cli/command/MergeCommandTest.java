package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.cli.CommandRun;

final class MergeCommandTest {

    private static final long START_SECONDS = 1_763_726_400; // 2025-11-21T12:00:00Z

    @TempDir
    private Path folder;

    private Path logs;

    @BeforeEach
    void writeTwoHosts() throws IOException {
        logs = folder.resolve("logs");
        write(logs.resolve("web1/app.hlog"), "find;desk=fx;ok", 0, 1, 2, 3);
        write(logs.resolve("web2/app.hlog"), "find;desk=fx;ok", 30, 90);
        write(logs.resolve("web2/app.1.hlog"), "find;desk=fx;error", 1);
    }

    private static void write(Path file, String tag, long... seconds) throws IOException {
        Files.createDirectories(file.getParent());
        HistogramLogWriter writer = new HistogramLogWriter(file.toFile());
        writer.outputStartTime(START_SECONDS * 1_000);
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(100_000, 10);
        histogram.setTag(tag);
        for (long second : seconds) {
            long start = START_SECONDS + second;
            writer.outputIntervalHistogram(start, start + 1, histogram);
        }
        writer.close();
    }

    private CommandRun merge(Object... arguments) {
        List<String> all = new ArrayList<>(List.of("merge"));
        Stream.of(arguments).map(String::valueOf).forEach(all::add);
        return CommandRun.of(all.toArray(new String[0]));
    }

    private JsonNode report(Object... arguments) throws IOException {
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-o", "json"));
        CommandRun run = merge(all.toArray());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).as(run.out()).isZero();
        return new ObjectMapper().readTree(run.out()).get("report");
    }

    /** A merged log is one log: what its parts did not cover between them it does not tell. */
    private static JsonNode withoutRates(JsonNode rows) {
        rows.forEach(row -> ((ObjectNode) row).remove("perSecond"));
        return rows;
    }

    @Test
    void printsAsReportDoes() {
        CommandRun run = merge(logs);
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .contains("merged 7 lines of 3 logs into 2")
                .anyMatch(line -> line.matches("probe +outcome +count +per s +total +mean +p50 .*max"))
                .anyMatch(line -> line.matches("find\\{desk=fx} +ok +60 +0\\.9 +6\\.01 ms +100 µs +100 µs +– .*"))
                .anyMatch(line -> line.matches("find\\{desk=fx} +error +10 .*"))
                .allMatch(line -> line.length() <= 100);
    }

    @Test
    void whatNoLineIsOfIsNoSum() {
        CommandRun run = merge(logs, "--probe", "fnd");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("no probe \"fnd\"; did you mean find\n");
    }

    @Test
    void theSameAsJson() throws IOException {
        JsonNode first = report(logs).get(0);
        assertThat(first.get("count").asLong()).isEqualTo(60);
        assertThat(first.get("startMillis").asLong()).isEqualTo(START_SECONDS * 1_000);
        assertThat(first.get("endMillis").asLong()).isEqualTo((START_SECONDS + 91) * 1_000);
    }

    /** The logs cover 4 s of one host, and of the other 61 s: no second between them. */
    @Test
    void ratesAreOfTheTimeThatTheLogsCover() throws IOException {
        JsonNode rows = report(logs);
        assertThat(rows.get(0).get("perSecond").asDouble()).isEqualTo(0.923); // 60 in 65 s
        assertThat(rows.get(1).get("perSecond").asDouble()).isEqualTo(0.154); // 10, the line of one second
    }

    @Test
    void understandsTheFullNameOfAMethod() throws IOException {
        write(logs.resolve("web1/shop.hlog"), "Shop.Orders.place;ok", 0);
        CommandRun run = merge(logs, "--probe", "com.acme.Shop$Orders#place");
        assertThat(run.err()).isEqualTo("... com.acme.Shop$Orders#place is read as Shop.Orders.place\n");
        assertThat(run.out()).contains("merged 1 line of 4 logs into 1", "Shop.Orders.place");
    }

    @Test
    void keepsTheTime() throws IOException {
        JsonNode rows = report(logs, "--every", "1m", "--outcome", "ok");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get("count").asLong()).isEqualTo(50);
        assertThat(rows.get(1).get("startMillis").asLong()).isEqualTo((START_SECONDS + 60) * 1_000);
        assertThat(merge(logs, "--every", "1m").out())
                .containsPattern("(?m)^start +probe")
                .containsPattern("(?m)^20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:00Z +find");
    }

    @Test
    void keepsHostsApart() throws IOException {
        assertThat(report(logs, "--by-host").findValues("tags").toString())
                .isEqualTo("[{\"desk\":\"fx\",\"host\":\"web1\"}, {\"desk\":\"fx\",\"host\":\"web2\"},"
                        + " {\"desk\":\"fx\",\"host\":\"web2\"}]");
        assertThat(report(logs, "--host-from=we(b\\d)/").findValuesAsText("host"))
                .contains("b1", "b2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--from=1763726430 | 20",
                "--to=1763726430.0 | 50",
                "--from=2025-11-21T12:00:01Z --to=2025-11-21T13:00:02+01:00 | 20",
                "--from=2025-11-20 --to=2025-11-23 | 70",
                "--from=2025-11-19T12:00 --to=2025-11-23T12:00:00 | 70",
                "--probe=fi* | 70",
                "--probe=x --probe=find | 70",
                "--tag=desk=fx | 70",
                "--outcome=ok | 60",
                "--outcome=error,cancelled | 10"
            })
    void filters(String options, long count) throws IOException {
        JsonNode rows = report(
                Stream.concat(Stream.of(logs), Stream.of(options.split(" "))).toArray());
        assertThat(rows.valueStream()
                        .mapToLong(row -> row.get("count").asLong())
                        .sum())
                .isEqualTo(count);
    }

    @Test
    void writesALogForItsOwnerThatCanBeMergedAgain() throws IOException {
        Path file = folder.resolve("all.hlog");
        CommandRun run = merge(logs, "-o", "hlog=" + file);
        assertThat(run.out()).isEqualTo("merged 7 lines of 3 logs into 2\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(withoutRates(report(file))).isEqualTo(withoutRates(report(logs)));
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactlyInAnyOrder(logs, file);
        }
    }

    @Test
    void writesTheLogToStandardOutput() throws IOException {
        CommandRun run = merge(logs, "-o", "hlog");
        assertThat(run.err()).isEqualTo("merged 7 lines of 3 logs into 2\n");
        assertThat(run.out()).startsWith("#").contains("\nTag=find;desk=fx;ok,");
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(run.out().getBytes()));
            assertThat(withoutRates(report("-"))).isEqualTo(withoutRates(report(logs)));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void writesTheSumsIntoAFileBesideTheLogOnStandardOutput() throws IOException {
        Path sums = folder.resolve("sums.json");
        CommandRun run = merge(logs, "-o", "hlog", "-o", "json=" + sums);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("#").contains("\nTag=find;desk=fx;ok,").doesNotContain("written");
        assertThat(new ObjectMapper().readTree(sums.toFile()).path("report")).hasSize(2);
    }

    @Test
    void aLogNamedTwiceCountsOnce() throws IOException {
        assertThat(report(logs, logs.resolve("web1"), logs + "/*/app*.hlog")).isEqualTo(report(logs));
    }

    @Test
    void aDamagedLineEndsItUnlessItIsPassedOver() throws IOException {
        Path bad = Files.writeString(logs.resolve("web1/bad.hlog"), "#comment\nno line of a log\n");
        Path file = folder.resolve("all.hlog");
        CommandRun run = merge(logs, "-o", "hlog=" + file);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith(bad + " line 2: ").hasLineCount(1);
        assertThat(file).doesNotExist();
        CommandRun skipping = merge(logs, "--skip-bad");
        assertThat(skipping.exitCode()).isZero();
        assertThat(skipping.out()).contains("merged 7 lines", "passed over 1 damaged line:\n  " + bad + " line 2: ");
    }

    @Test
    void theOutputIsNoInput() {
        CommandRun run = merge(logs, "-o", "hlog=" + logs.resolve("web1/../web1/app.hlog"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("is one of the logs to be merged");
    }

    @Test
    void aFolderWithoutLogsIsNothingToMerge() throws IOException {
        CommandRun run = merge(Files.createDirectory(folder.resolve("empty")));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("no histogram log");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no-such.hlog",
                "LOGS --from=yesterday",
                "LOGS --from=2025-13-01",
                "LOGS --from=2 --to=1",
                "LOGS --every=0s",
                "LOGS --every=1week",
                "LOGS --tag=desk",
                "LOGS --host-from=(",
                "LOGS --host-from=nowhere(.)",
                "LOGS -o - --print",
                "LOGS -o",
                "LOGS -o hlog -o hlog=other.hlog",
                "LOGS/{web1"
            })
    void aWrongCommandLineIsSaid(String line) {
        Object[] arguments = line.isEmpty()
                ? new Object[0]
                : Stream.of(line.split(" "))
                        .map(text -> text.replace("LOGS", logs.toString()))
                        .toArray();
        CommandRun run = merge(arguments);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("merge --help").doesNotContain("Exception", "\tat ");
    }
}
