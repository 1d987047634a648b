package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.SlowOnRequest;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PseudoTerminal;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the page that {@code report -o html} makes of a running JVM and of the logs that it leaves. */
final class ReportPageIT {

    @TempDir
    private Path folder;

    private static RunningJvm start(String options) {
        return ForkedJvm.of(SlowOnRequest.class)
                .quick()
                .withAgent(options)
                .start()
                .awaitText("ready");
    }

    /** For longer than any test waits; Ctrl-C ends it. */
    private static RunningJvm watch(RunningJvm jvm, Path page) {
        return CommandLine.asFromATerminal("report", jvm.pid(), "-o", "html=" + page, "--for", "10m")
                .start()
                .awaitText("watching for");
    }

    private PseudoTerminal watchOnATerminal(RunningJvm jvm, Path page) throws IOException {
        List<String> command = List.of(
                Jdk.HOME.resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                ForkedJvm.AGENT.toString(),
                "report",
                String.valueOf(jvm.pid()),
                "-o",
                "html=" + page,
                "--for",
                "10m");
        return new PseudoTerminal(folder, 100, 30, "TERM=xterm-256color", command);
    }

    private static JsonNode data(Path page) throws IOException {
        Matcher data = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>")
                .matcher(Files.readString(page));
        assertThat(data.find()).isTrue();
        return new ObjectMapper().readTree(data.group(1));
    }

    /** Each cell of the page's table is that of the command's answer. */
    private static void expectSame(JsonNode table, JsonNode answer) {
        assertThat(table.get("rows")).hasSize(answer.size());
        for (int row = 0; row < answer.size(); row++) {
            for (int column = 0; column < table.get("columns").size(); column++) {
                String name = table.get("columns").get(column).asText();
                assertThat(table.get("rows").get(row).get(column).asText())
                        .as(name)
                        .isEqualTo(answer.get(row).get(name).asText());
            }
        }
    }

    private static long samples(JsonNode histogram) throws DataFormatException {
        byte[] bytes = Base64.getDecoder().decode(histogram.get("histogram").asText());
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0)
                .getTotalCount();
    }

    private static JsonNode row(JsonNode answer, String probe) {
        for (JsonNode row : answer.get("report")) {
            if (row.get("probe").asText().equals(probe)
                    && row.get("outcome").asText().equals("ok")) {
                return row;
            }
        }
        throw new AssertionError(probe + " is not in " + answer);
    }

    private static JsonNode histogram(JsonNode data, String name) {
        for (JsonNode histogram : data.get("histograms")) {
            if (histogram.get("name").asText().equals(name)) {
                return histogram;
            }
        }
        throw new AssertionError(name + " is not in the page");
    }

    @Test
    void figuresAndHistogramsOfAJvmAreOfOneReading() throws Exception {
        Path page = folder.resolve("jvm.html");
        try (RunningJvm jvm = start("report=off,slow=20ms")) {
            jvm.order("known");
            JsonNode answer = CommandLine.done("report", jvm.pid(), "-o", "html=" + page);
            JsonNode data = data(page);

            expectSame(data.get("report"), answer.get("report"));
            assertThat(samples(histogram(data, "outer")))
                    .isEqualTo(row(answer, "outer").get("count").asLong());
            assertThat(Files.readString(page))
                    .contains("The slowest calls that are kept", "Percentile spectrum", "Options of the agent")
                    .contains("A running JVM keeps no latency over time");
            assertThat(data.get("facts").get("Program").asText()).isEqualTo(SlowOnRequest.class.getName());
            assertThat(data.get("facts").get("Heap").asText()).contains(" MB used, ");
            assertThat(data.get("facts").get("Collectors").asText()).contains(" time");
            assertThat(answer.has("histograms")).isFalse();
        }
    }

    /** At once, and not after ten minutes, which no JVM of a test is waited for. */
    @Test
    @Tag("full")
    void aWatchThatCannotBeReportedDoesNotBegin() throws Exception {
        Path page = folder.resolve("none.html");
        try (RunningJvm jvm = start("report=off")) {
            JvmResult noMark =
                    CommandLine.run("report", jvm.pid(), "-o", "html=" + page, "--for", "10m", "--since", "noon");
            assertThat(noMark.stderr()).contains("no bookmark \"noon\"").doesNotContain("watching for");
            assertThat(CommandLine.run("report", jvm.pid(), "-o", "html=" + page, "--for", "1s")
                            .stderr())
                    .contains("from 2s to 10m");
        }
        assertThat(page).doesNotExist();
    }

    @Test
    @Tag("full")
    @EnabledOnOs(OS.LINUX)
    void aWatchThatIsInterruptedHasLatencyOverTime() throws Exception {
        Path page = folder.resolve("watched.html");
        assumeTrue(PseudoTerminal.isPossible(), "there is no program script, of util-linux, to make a terminal");
        try (RunningJvm jvm = start("report=off");
                PseudoTerminal terminal = watchOnATerminal(jvm, page)) {
            terminal.await("watching for");
            jvm.order("known");
            Awaitility.await("another line of progress, which a terminal alone has")
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> terminal.printed().split("watching for").length > 2);
            terminal.type("\u0003").await("ended with 0");
        }
        assertThat(Files.readString(page)).contains("Heat map of latency over time", "<h3>outer</h3>");
        assertThat(data(page).get("facts").has("Latency over time")).isTrue();
    }

    @Test
    @Tag("full")
    void aWatchedJvmThatEndsLeavesNoPage() throws Exception {
        Path page = folder.resolve("ended.html");
        try (RunningJvm jvm = start("report=off");
                RunningJvm report = watch(jvm, page)) {
            jvm.kill();
            JvmResult end = report.finish();

            end.expectExit(3);
            assertThat(end.stderr()).contains("JVM " + jvm.pid() + " ended after ", "the option hlog would have");
        }
        assertThat(page).doesNotExist();
    }

    @Test
    @Tag("full")
    void logsOfAnEndedJvmHaveLatencyOverTime() throws Exception {
        Path log = folder.resolve("run.hlog");
        Path page = folder.resolve("logs.html");
        try (RunningJvm jvm = start("report=off,slow=20ms,hlog=" + log)) {
            jvm.order("known");
            CommandLine.done("detach", jvm.pid());
        }
        JsonNode answer = CommandLine.done("report", log, "-o", "html=" + page);

        expectSame(data(page).get("report"), answer.get("report"));
        assertThat(samples(histogram(data(page), "outer")))
                .isEqualTo(row(answer, "outer").get("count").asLong());
        assertThat(Files.readString(page)).contains("Heat map of latency over time");
    }
}
