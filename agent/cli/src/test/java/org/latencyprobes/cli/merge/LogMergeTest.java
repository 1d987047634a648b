package org.latencyprobes.cli.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.cli.merge.Logs.START_MILLIS;
import static org.latencyprobes.cli.merge.Logs.histogram;
import static org.latencyprobes.cli.merge.Logs.lines;
import static org.latencyprobes.cli.merge.Logs.merge;
import static org.latencyprobes.cli.merge.Logs.merged;
import static org.latencyprobes.cli.merge.Logs.write;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.LogSource;

class LogMergeTest {

    @TempDir
    private Path folder;

    private Path one;
    private Path two;

    @BeforeEach
    void writeTwoLogs() throws IOException {
        one = write(
                folder.resolve("one.hlog"),
                histogram("find;ok", START_MILLIS, START_MILLIS + 1_000, 10, 20),
                histogram("find;error", START_MILLIS, START_MILLIS + 1_000, 30),
                histogram("find;ok", START_MILLIS + 1_000, START_MILLIS + 2_000, 40));
        two = write(
                folder.resolve("two.hlog"),
                histogram("find;ok", START_MILLIS + 60_000, START_MILLIS + 61_000, 50_000),
                histogram("place;desk=fx;ok", START_MILLIS + 60_000, START_MILLIS + 61_000, 7, 8));
    }

    @Test
    void addsUpByTagOverLogsAndLines() throws IOException {
        Map<String, Histogram> sums = merged(one, two);
        assertThat(sums).containsOnlyKeys("find;ok", "find;error", "place;desk=fx;ok");
        assertThat(sums.get("find;ok")).isEqualTo(histogram("", 0, 0, 10, 20, 40, 50_000));
    }

    @Test
    void aSumLastsFromTheFirstLineToTheLast() throws IOException {
        assertThat(lines(merge(LineFilter.ALL, 0, false, two, one)))
                .containsExactly("find;ok@0+61:4", "find;error@0+1:1", "place;desk=fx;ok@60+1:2");
    }

    @Test
    void tagsInAnotherOrderAreTheSame() throws IOException {
        Path log = write(
                folder.resolve("order.hlog"),
                histogram("p;a=1;b=2;ok", START_MILLIS, START_MILLIS, 1),
                histogram("p;b=2;a=1;ok", START_MILLIS, START_MILLIS, 1));
        assertThat(lines(merge(LineFilter.ALL, 0, false, log))).containsExactly("p;a=1;b=2;ok@0+0:2");
    }

    @Test
    void tagsOfOthersAndNoTagAreKept() throws IOException {
        Path log = write(
                folder.resolve("foreign.hlog"),
                histogram(null, START_MILLIS, START_MILLIS, 1),
                histogram("reads", START_MILLIS, START_MILLIS, 1),
                histogram(null, START_MILLIS, START_MILLIS, 1));
        assertThat(lines(merge(LineFilter.ALL, 0, false, log))).containsExactly("null@0+0:2", "reads@0+0:1");
    }

    @Test
    void hostsAreKeptApartUnlessTheLineHasOne() throws IOException {
        Path log = write(
                folder.resolve("hosts.hlog"),
                histogram("p;host=a;ok", START_MILLIS, START_MILLIS, 1),
                histogram("p;ok", START_MILLIS, START_MILLIS, 1),
                histogram("reads", START_MILLIS, START_MILLIS, 1));
        List<LogSource> sources =
                List.of(LogSource.of(log).withHost("a"), LogSource.of(log).withHost("b 1"));
        assertThat(lines(new LogMerge(sources, LineFilter.ALL, 0, false)))
                .containsExactly(
                        "p;host=a;ok@0+0:3", "p;host=b%201;ok@0+0:1", "reads;host=a;@0+0:1", "reads;host=b%201;@0+0:1");
    }

    @Test
    void aCompressedLogIsKnownByItsContent() throws IOException {
        Path log = Files.write(folder.resolve("compressed.hlog"), Logs.compressed(Files.readAllBytes(one)));
        assertThat(lines(merge(LineFilter.ALL, 0, false, log))).isEqualTo(lines(merge(LineFilter.ALL, 0, false, one)));
    }

    @Test
    void aStreamIsALog() throws IOException {
        for (long everyMillis : List.of(0L, 60_000L)) {
            LogSource stream = LogSource.of("standard input", new ByteArrayInputStream(Files.readAllBytes(one)));
            assertThat(lines(new LogMerge(List.of(stream), LineFilter.ALL, everyMillis, false)))
                    .hasSize(2);
        }
    }

    @Test
    void anEmptyLogIsOne() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.hlog"));
        assertThat(lines(merge(LineFilter.ALL, 0, false, empty))).isEmpty();
        assertThat(lines(merge(LineFilter.ALL, 1_000, false, empty))).isEmpty();
    }

    @Test
    void takesLinesThatBeginInTheTime() throws IOException {
        assertThat(filtered(new LineFilter(START_MILLIS + 1_000, START_MILLIS + 60_000, List.of(), Map.of(), Set.of())))
                .containsExactly("find;ok@1+1:1");
    }

    @Test
    void takesProbesTagsAndOutcomesThatAreWanted() throws IOException {
        assertThat(filtered(wanted(List.of("fi*d"), Map.of(), Set.of()))).hasSize(2);
        assertThat(filtered(wanted(List.of("find", "p*"), Map.of(), Set.of("ok"))))
                .hasSize(2);
        assertThat(filtered(wanted(List.of("fin"), Map.of(), Set.of()))).isEmpty();
        assertThat(filtered(wanted(List.of(), Map.of("desk", "fx"), Set.of())))
                .containsExactly("place;desk=fx;ok@60+1:2");
        assertThat(filtered(wanted(List.of(), Map.of("desk", "eq"), Set.of()))).isEmpty();
        assertThat(filtered(wanted(List.of(), Map.of(), Set.of("error", "cancelled"))))
                .hasSize(1);
    }

    private static LineFilter wanted(List<String> probes, Map<String, String> tags, Set<String> outcomes) {
        return new LineFilter(Long.MIN_VALUE, Long.MAX_VALUE, NameGlob.ofAll(probes), tags, outcomes);
    }

    private List<String> filtered(LineFilter filter) throws IOException {
        return lines(merge(filter, 0, false, one, two));
    }

    @Test
    void tellsHowFarItIs() throws IOException {
        LogMerge merge = merge(LineFilter.ALL, 0, false, one, two);
        lines(merge);
        assertThat(merge.bytesRead()).isEqualTo(merge.bytesTotal()).isEqualTo(Files.size(one) + Files.size(two));
    }
}
