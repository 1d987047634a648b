package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.SlowCallsOnRequest;
import org.latencyprobes.agent.kit.ForkedJvm;

/**
 * Tests of what slow calls are told to be slow for. Stalls are injected from outside, and calls that only sleep are beside them. On a busy
 * machine there are other stalls besides, so each kind is injected until it is told.
 */
@EnabledOnOs(OS.LINUX)
final class CausesIT {

    private static final List<String> INJECTED = List.of("gc", "safepoint", "stopped");
    private static final double STOP_MILLIS = 50;

    @TempDir
    private Path folder;

    private StalledJvm jvm() {
        StalledJvm jvm = new StalledJvm(folder, 300_000, ForkedJvm.of(SlowCallsOnRequest.class));
        jvm.client().ask("attach", "slow=3ms");
        return jvm;
    }

    /** The rows of a probe's calls from p99 on. */
    private static List<Map<String, String>> causes(StalledJvm jvm, String probe) {
        return jvm.client().ask("report", "start", "causes").table("causes").stream()
                .filter(row -> row.get("probe").equals(probe) && row.get("band").equals("from p99"))
                .toList();
    }

    /** The time above the median of calls with that cause. */
    private static double millis(StalledJvm jvm, String probe, String cause) {
        return causes(jvm, probe).stream()
                .filter(row -> row.get("cause").equals(cause))
                .mapToDouble(row -> percent(row, "sharePercent") / 100 * Double.parseDouble(row.get("aboveus")) / 1_000)
                .sum();
    }

    private static double percent(Map<String, String> row, String column) {
        return row.get(column).isEmpty() ? 0 : Double.parseDouble(row.get(column));
    }

    private static boolean isMostTold(StalledJvm jvm, String kind) throws IOException {
        double longest = jvm.logged().stream()
                .filter(stall -> stall.kind().equals(kind))
                .mapToDouble(StalledJvm.Stall::millis)
                .max()
                .orElse(Double.MAX_VALUE);
        return millis(jvm, "short", kind) > longest / 2;
    }

    @Test
    void callsThatAStallMadeSlowAreToldSo() throws IOException, InterruptedException {
        try (StalledJvm jvm = jvm()) {
            jvm.jvm().await("a collection", () -> {
                jvm.order("gc");
                return isMostTold(jvm, "gc");
            });
            jvm.jvm().await("a safepoint", () -> {
                jvm.inspectHeap();
                return isMostTold(jvm, "safepoint");
            });
            jvm.jvm().await("a stop", () -> {
                jvm.stop((long) STOP_MILLIS);
                return millis(jvm, "short", "stopped") > STOP_MILLIS / 2;
            });
            JsonNode json = CommandLine.done("report", jvm.jvm().pid(), "--causes");
            JsonNode gc = CommandLine.rows(json, "causes", "cause", "gc").get(0);
            assertThat(gc.path("causeCalls").asInt()).isPositive();
            assertThat(json.path("report"))
                    .noneMatch(row -> row.path("probe").asText().equals("jitter.slow"));
            assertThat(jvm.jvm().tellToEnd().expectExit(0).stdout())
                    .containsPattern(
                            "\nwhy short: .*stopped \\d+ %.*; [0-9,]+ of [0-9,]+ calls from p99 on were kept\n");
        }
    }

    /** Whatever the machine does besides: no collection, safepoint or stop is injected here. */
    @Test
    void callsThatSleepAreNotToldToBeStalled() {
        try (StalledJvm jvm = jvm()) {
            jvm.jvm()
                    .await(
                            "slow calls",
                            () -> causes(jvm, "calm").stream().anyMatch(row -> percent(row, "explained") > 40));
            double stalled = causes(jvm, "calm").stream()
                    .filter(row -> INJECTED.contains(row.get("cause")))
                    .mapToDouble(row -> percent(row, "sharePercent") - percent(row, "chancePercent"))
                    .sum();
            assertThat(stalled).as("%s", causes(jvm, "calm")).isLessThan(10);
        }
    }

    @Test
    void withoutStallsAllIsNotKnown() {
        try (StalledJvm jvm = jvm()) {
            jvm.client().ask("attach", "stalls=off");
            jvm.client().ask("mark", "off");
            jvm.jvm()
                    .await(
                            "slow calls since",
                            () -> jvm.client().ask("report", "off", "causes").table("causes").stream()
                                    .anyMatch(row -> row.get("probe").equals("calm") && percent(row, "explained") > 3));
            assertThat(jvm.client().ask("report", "off", "causes").table("causes"))
                    .filteredOn(row -> percent(row, "causeCalls") > 0)
                    .allMatch(row -> List.of("not-known", "measuring").contains(row.get("cause")));
        }
    }
}
