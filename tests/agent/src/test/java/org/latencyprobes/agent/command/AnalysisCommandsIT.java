package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.fixture.SlowCallsOnRequest;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests that the commands that need statistics find them in the built jar. */
final class AnalysisCommandsIT {

    private static final long START_SECONDS = 1_763_726_400;
    private static final int SECONDS = 60;
    private static final int SHORTEST_WATCH_SECONDS = 5;
    private static final int LONGEST_WATCH_SECONDS = 300;

    @TempDir
    private Path folder;

    /** Writes lines of 1,000 calls of 100 to 199 µs, and the slow ones. */
    private void write(String file, int slow, double factor) throws IOException {
        Path log = folder.resolve(file);
        Files.createDirectories(log.getParent());
        HistogramLogWriter writer = new HistogramLogWriter(log.toFile());
        writer.outputStartTime(START_SECONDS * 1_000);
        for (int second = 0; second < SECONDS; second++) {
            Histogram line = new Histogram(1, 1L << 40, 2);
            line.setTag("find;ok");
            for (int call = 0; call < 1_000; call++) {
                line.recordValue((long) (factor * (100_000 + (call * 37 + second * 11) % 1_000 * 100)));
            }
            for (int call = 0; call < slow; call++) {
                line.recordValue((long) (factor * 5_000_000));
            }
            writer.outputIntervalHistogram(START_SECONDS + second, START_SECONDS + second + 1.0, line);
        }
        writer.close();
    }

    @Test
    @Tag("full")
    void ranksHosts() throws IOException {
        write("logs/web1/app.hlog", 0, 1);
        write("logs/web2/app.hlog", 5, 1);

        JsonNode first = CommandLine.done("rank", folder.resolve("logs"), "--by", "host", "--beyond", "p99.7")
                .get("rank")
                .get(0);

        assertThat(first.get("part").asText()).isEqualTo("web2");
        assertThat(first.get("beyond").asLong()).isEqualTo(5 * SECONDS);
        assertThat(first.get("verdict").asText()).isEqualTo("more than its share");
    }

    @Test
    void compares() throws IOException {
        write("before.hlog", 0, 1);
        write("after.hlog", 0, 1.5);

        JsonNode row = CommandLine.done(
                        "compare",
                        folder.resolve("before.hlog"),
                        folder.resolve("after.hlog"),
                        "--percentiles=p50",
                        "-o=html=" + folder.resolve("compare.html"))
                .get("compare")
                .get(0);

        assertThat(row.get("finding").asText()).isEqualTo("slower");
        assertThat(row.get("ratio").asDouble()).isBetween(1.45, 1.55);
        assertThat(folder.resolve("compare.html")).isNotEmptyFile();
    }

    private static RunningJvm start() {
        return ForkedJvm.of(CallsOnRequest.class)
                .quick()
                .withAgent("report=off")
                .start()
                .awaitText("ready");
    }

    private static JsonNode woven(JsonNode answer) {
        return CommandLine.rows(answer, "beside", "probe", "woven").get(0);
    }

    @Test
    @Tag("full")
    void comparesTheTimeBeforeAMarkWithThatAfterIt() {
        try (RunningJvm jvm = start()) {
            jvm.order("woven 3000");
            CommandLine.done("mark", jvm.pid(), "noon");
            jvm.order("woven 2000");

            JsonNode compared = woven(CommandLine.done("compare", jvm.pid() + "@start..noon", jvm.pid() + "@noon"));
            assertThat(compared.get("callsBefore").asLong()).isEqualTo(3_000);
            assertThat(compared.get("callsAfter").asLong()).isEqualTo(2_000);
        }
    }

    /** The time of a cause of the probe {@code short} on the side after, in µs per 1,000 calls; 0 where it has none. */
    private static double afterMicros(JsonNode answer, String cause) {
        return CommandLine.rows(answer, "slowTime", "probe", "short").stream()
                .filter(row -> row.get("cause").asText().equals(cause))
                .mapToDouble(row -> row.get("afterusPerThousand").asDouble())
                .sum();
    }

    @Test
    @Tag("full")
    @EnabledOnOs(OS.LINUX)
    void comparesTheCausesOfSlowCalls() {
        Path log = folder.resolve("run.hlog");
        try (RunningJvm jvm = ForkedJvm.of(SlowCallsOnRequest.class)
                .flags("-Xmx400m")
                .withAgent("report=off,slow=3ms,hlog=" + log)
                .arguments(300_000)
                .start()
                .awaitText("ready")) {
            jvm.order("sleep");
            CommandLine.done("mark", jvm.pid(), "noon");
            jvm.await("the time of collections in slow calls", () -> {
                jvm.order("gc");
                jvm.order("sleep");
                return afterMicros(CommandLine.done("compare", jvm.pid() + "@start..noon", jvm.pid() + "@noon"), "gc")
                        > 0;
            });
            jvm.tellToEnd().expectExit(0);
        }

        JsonNode logs = CommandLine.done("compare", log, log, "--probe=short");
        assertThat(afterMicros(logs, "gc")).isPositive();
        assertThat(logs.get("compare").findValuesAsText("probe")).containsOnly("short");
    }

    @Test
    @Tag("full")
    void comparesTwoLiveJvms() {
        try (RunningJvm one = start();
                RunningJvm other = start()) {
            one.order("woven 100"); // before, so not of the time
            JvmResult compared = null;
            for (int seconds = SHORTEST_WATCH_SECONDS; compared == null; seconds *= 2) {
                assertThat(seconds).as("seconds of a watch").isLessThan(LONGEST_WATCH_SECONDS);
                compared = comparedWithCallsIn(seconds, one, other);
            }
            assertThat(compared.expectExit(0).stdout()).containsPattern("woven +3,000 +2,000 ");
        }
    }

    /** Null where the calls took so long that the watch may have been over before: then there is nothing to judge. */
    private static JvmResult comparedWithCallsIn(int seconds, RunningJvm one, RunningJvm other) {
        long startNanos = System.nanoTime(); // before the watch begins
        RunningJvm compare = CommandLine.of(ForkedJvm.AGENT, "compare", one.pid(), other.pid(), "--for", seconds + "s")
                .start()
                .awaitText("watching " + one.pid() + " and " + other.pid() + " for " + seconds + " s");
        one.order("woven 3000");
        other.order("woven 2000");
        boolean isInTime = System.nanoTime() - startNanos < TimeUnit.SECONDS.toNanos(seconds);
        JvmResult compared = compare.finish();
        return isInTime ? compared : null;
    }

    @Test
    void judges() throws IOException {
        write("run.hlog", 0, 1);
        Path rules = Files.writeString(folder.resolve("rules.txt"), "p50 of \"find\" <= 100us\n");

        assertThat(CommandLine.run("compare", "--rules", rules, folder.resolve("run.hlog"))
                        .expectExit(1)
                        .stdout())
                .startsWith("the rules: failed\n");
    }
}
