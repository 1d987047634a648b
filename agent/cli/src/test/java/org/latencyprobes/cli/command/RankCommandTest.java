package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.cli.CommandRun;

/**
 * Tests of {@code rank}. In 60 lines of a second each, {@code web1} has 900 calls and 1 slow one, {@code web2} 90 calls and 9 slow
 * ones: 9 % of all calls, and 90 % of the slow ones.
 */
final class RankCommandTest {

    private static final long START_SECONDS = 1_763_726_400; // 2025-11-21T12:00:00Z
    private static final long SLOW_NANOS = 5_000_000;

    @TempDir
    private Path folder;

    private Path logs;

    @BeforeEach
    void writeTwoHosts() throws IOException {
        logs = folder.resolve("logs");
        write("web1", "find;version=1;ok", 60, 1, second -> 900, second -> 1);
        write("web2", "find;version=2;ok", 60, 1, second -> 90, second -> 9);
    }

    private void write(
            String host, String tag, int lines, int lineSeconds, IntUnaryOperator quick, IntUnaryOperator slow)
            throws IOException {
        Path file = logs.resolve(host).resolve("app.hlog");
        Files.createDirectories(file.getParent());
        HistogramLogWriter writer = new HistogramLogWriter(file.toFile());
        writer.outputStartTime(START_SECONDS * 1_000);
        for (int line = 0; line < lines; line++) {
            Histogram histogram = new Histogram(2);
            histogram.setTag(tag);
            histogram.recordValueWithCount(100_000, quick.applyAsInt(line));
            if (slow.applyAsInt(line) > 0) {
                histogram.recordValueWithCount(SLOW_NANOS, slow.applyAsInt(line));
            }
            long start = START_SECONDS + (long) line * lineSeconds;
            writer.outputIntervalHistogram(start, start + lineSeconds, histogram);
        }
        writer.close();
    }

    private CommandRun rank(Object... arguments) {
        List<String> all = new ArrayList<>(List.of("rank", logs.toString(), "--beyond", "p98"));
        Stream.of(arguments).map(String::valueOf).forEach(all::add);
        return CommandRun.of(all.toArray(new String[0]));
    }

    private JsonNode rows(Object... arguments) throws IOException {
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-o", "json"));
        CommandRun run = rank(all.toArray());
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        return new ObjectMapper().readTree(run.out()).get("rank");
    }

    @Test
    void saysWhichHostHoldsTheTail() {
        CommandRun run = rank("--by", "host");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("read 120 lines of 2 logs, twice\n")
                .contains("find ok: host web2 has 90 % of the 600 calls beyond p98, 100 µs, and 9.9 % of all calls")
                .containsPattern("find +ok +web2 +5,940 +9.9 +540 +90 .* more than its share\n")
                .containsPattern("find +ok +web1 +54,060 +90 +60 +10 .* less than its share\n");
    }

    @Test
    void dividesEachProbeByATag() throws IOException {
        JsonNode rows = rows("--by", "version");

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get("part").asText()).isEqualTo("2");
        assertThat(rows.get(0).get("calls").asLong()).isEqualTo(99 * 60);
        assertThat(rows.get(0).get("callsPercent").asDouble()).isEqualTo(9.9);
        assertThat(rows.get(0).get("beyond").asLong()).isEqualTo(540);
        assertThat(rows.get(0).get("tailPercent").asDouble()).isEqualTo(90);
        assertThat(rows.get(0).get("lowPercent").asDouble()).isBetween(80.0, 90.0);
        assertThat(rows.get(0).get("highPercent").asDouble()).isBetween(90.0, 95.0);
        assertThat(rows.get(0).get("verdict").asText()).isEqualTo("more than its share");
        assertThat(rows.get(1).get("verdict").asText()).isEqualTo("less than its share");
    }

    @Test
    void dividesByHour() throws IOException {
        write("web2", "find;version=2;ok", 30, 600, second -> 90, second -> second < 6 ? 0 : 1);
        Files.delete(logs.resolve("web1/app.hlog"));
        JsonNode rows = rows("--by", "hour");

        assertThat(rows.findValuesAsText("part"))
                .containsExactlyInAnyOrder(
                        "2025-11-21 12h UTC",
                        "2025-11-21 13h UTC",
                        "2025-11-21 14h UTC",
                        "2025-11-21 15h UTC",
                        "2025-11-21 16h UTC");
        assertThat(rows.get(4).get("part").asText()).isEqualTo("2025-11-21 12h UTC");
        assertThat(rows.get(4).get("beyond").asLong()).isZero();
    }

    @Test
    void aTagThatSomeLinesLackHasAPartForThem() throws IOException {
        write("web1", "find;ok", 60, 1, second -> 900, second -> 1);

        assertThat(rows("--by", "version").findValuesAsText("part")).containsExactly("2", "(none)");
        assertThat(rows("--by", "version", "-n", "1")).hasSize(1);
    }

    @Test
    void aTagMayBeNamedAsAnotherColumn() throws IOException {
        write("web1", "find;calls=7;ok", 60, 1, second -> 900, second -> 1);
        JsonNode rows = rows("--by", "calls");

        assertThat(rows.findValuesAsText("part")).containsExactly("(none)", "7");
        assertThat(rows.get(1).get("calls").asLong()).isEqualTo(54_060);
    }

    @Test
    void hasNoIntervalForAShortRecording() throws IOException {
        write("web1", "find;version=1;ok", 10, 1, second -> 900, second -> 1);
        write("web2", "find;version=2;ok", 10, 1, second -> 90, second -> 9);

        assertThat(rank("--by", "version").out())
                .contains("no intervals, as they need calls beyond in 20 stretches of time");
        JsonNode first = rows("--by", "version").get(0);
        assertThat(first.get("tailPercent").asDouble()).isEqualTo(90);
        assertThat(first.get("lowPercent").isNull()).isTrue();
        assertThat(first.get("verdict").asText()).isEmpty();
    }

    @Test
    void saysWhereNoCallIsBeyond() throws IOException {
        write("web1", "find;version=1;ok", 60, 1, second -> 900, second -> 0);
        write("web2", "find;version=2;ok", 60, 1, second -> 900, second -> 0);

        assertThat(rank("--by", "version").out()).contains("find ok: no call is beyond p98, 100");
    }

    /** One bad minute of a host is one event, not 540: the interval says that little is known. */
    @Test
    void slowCallsThatCameTogetherCountAsFew() throws IOException {
        write("web1", "find;version=1;ok", 60, 1, second -> 900, second -> 1);
        write("web2", "find;version=2;ok", 60, 1, second -> 90, second -> second == 30 ? 200 : 0);
        JsonNode first = rows("--by", "version").get(0);

        assertThat(first.get("tailPercent").asDouble()).isBetween(76.0, 77.0);
        assertThat(first.get("lowPercent").asDouble()).isLessThan(50);
    }

    @Test
    void aTagThatNoLineHasIsNamed() {
        CommandRun run = rank("--by", "hst");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("no line has the tag hst; --by takes hour, host with a log's folder");
    }

    @Test
    void ranksJitterOnlyIfItIsNamed() throws IOException {
        write("web3", "jitter.hiccup;ok", 60, 1, second -> 900, second -> 1);

        assertThat(rows("--by", "host").findValuesAsText("probe")).containsOnly("find");
        assertThat(rows("--by", "host", "--probe", "jitter*").findValuesAsText("probe"))
                .containsOnly("jitter.hiccup");
        CommandRun none = rank("--by", "host", "--probe", "no");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).isEqualTo("no probe \"no\"; there are find\n");
    }

    @Test
    void linesOfOtherResolutionsCountTheSame() throws IOException {
        Path file = logs.resolve("web3/app.hlog");
        Files.createDirectories(file.getParent());
        HistogramLogWriter writer = new HistogramLogWriter(file.toFile());
        Histogram fine = new Histogram(4);
        fine.setTag("find;version=3;ok");
        fine.recordValueWithCount(100_001, 900);
        fine.recordValueWithCount(SLOW_NANOS, 7);
        writer.outputStartTime(START_SECONDS * 1_000);
        writer.outputIntervalHistogram(START_SECONDS, START_SECONDS + 1, fine);
        writer.close();

        JsonNode rows = rows("--by", "version");
        assertThat(rows.get(2).get("part").asText()).isEqualTo("3");
        assertThat(rows.get(2).get("beyond").asLong()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--by=",
                "--by=host -n=0",
                "--by=host --print",
                "--by=host --every=1m",
                "--by=host -o x.hlog",
                "--by=host -",
                "--by=host --beyond=p100",
                "--by=host --beyond=fast"
            })
    void aWrongCommandLineIsSaid(String line) {
        CommandRun run = rank(line.isEmpty() ? new Object[0] : (Object[]) line.split(" "));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("rank --help").doesNotContain("Exception", "\tat ");
    }

    @Test
    void aDamagedLineEndsItUnlessItIsPassedOver() throws IOException {
        Path bad = Files.writeString(logs.resolve("bad.hlog"), "no line of a log\n");

        CommandRun run = rank("--by", "host");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith(bad + " line 1: ").hasLineCount(1);
        assertThat(rank("--by", "host", "--skip-bad").out()).contains("passed over 1 damaged line");
    }
}
