package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.agent.fixture.SlowCallsOnRequest;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.stall.StalledJvm;

/**
 * Tests of what slow calls are told to be slow for. Stalls are injected from outside, and calls that only sleep are beside them. On a busy
 * machine there are other stalls besides, so each kind is injected until it is told.
 */
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
@Tag("full")
final class CausesIT {

    private static final double STOP_MILLIS = 50;

    /** Without waits for a CPU, which are known of threads, too. */
    private static final List<String> STALLS = List.of("gc", "safepoint", "throttled", "paused");

    /** What is shorter is too near to what a busy machine adds by itself. */
    private static final double JUDGED_MILLIS = 3;

    private static final int ROUNDS = 16;

    /** Far above the least share that a report shows. */
    private static final double SHOWN_PERCENT = 3;

    /** By collector. Whatever the machine does beside is told, too: so these are shown, and not judged. */
    private static final Map<String, CauseMatrix> MATRICES = new LinkedHashMap<>();

    @TempDir
    private Path folder;

    @AfterAll
    static void print() {
        CauseMatrix.print("The agent alone, calls of 0.3 ms that a stall hit", MATRICES);
    }

    private StalledJvm jvm(String... flags) {
        StalledJvm jvm = new StalledJvm(
                folder, 300_000, ForkedJvm.of(SlowCallsOnRequest.class).flags(flags));
        jvm.client().ask("attach", "slow=3ms");
        return jvm;
    }

    /** The rows of a probe's calls from p99 on. */
    private static List<Map<String, String>> causes(StalledJvm jvm, String since, String probe) {
        return jvm.client().ask("report", since, "causes").table("causes").stream()
                .filter(row -> row.get("probe").equals(probe) && row.get("band").equals("from p99"))
                .toList();
    }

    /** The time that is of a cause. */
    private static double millis(List<Map<String, String>> rows, String cause) {
        return rows.stream()
                .filter(row -> row.get("cause").equals(cause))
                .mapToDouble(row -> percent(row, "sharePercent") / 100 * percent(row, "timeus") / 1_000)
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
        return millis(causes(jvm, "start", "short"), kind) > longest / 2;
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
            jvm.jvm().await("stops", () -> {
                jvm.stop((long) STOP_MILLIS);
                return causes(jvm, "start", "short").stream()
                                .anyMatch(row -> row.get("cause").equals("paused")
                                        && percent(row, "sharePercent") > SHOWN_PERCENT)
                        && jvm.client().ask("slow", "0").table("slow").stream()
                                .anyMatch(row -> row.get("probe").equals("short")
                                        && row.get("cause").equals("paused")
                                        && row.get("parts").contains("paused="));
            });
            jvm.jvm()
                    .await(
                            "the same of the command line",
                            () -> CommandLine.rows(causesByCommandLine(jvm), "causes", "cause", "gc").stream()
                                    .anyMatch(row -> row.path("probe").asText().equals("short")
                                            && row.path("causeCalls").asInt() > 0));
            assertThat(causesByCommandLine(jvm).path("report"))
                    .noneMatch(row -> row.path("probe").asText().equals("jitter.slow"));
            assertThat(jvm.jvm().tellToEnd().expectExit(0).stdout())
                    .containsPattern("\nwhy short: .*; [0-9,]+ of [0-9,]+ calls from p99 on were looked at\n");
        }
    }

    private static JsonNode causesByCommandLine(StalledJvm jvm) {
        return CommandLine.done("report", jvm.jvm().pid(), "--causes");
    }

    /** The JVM's own collections are real: about as much of these is told. No stop is injected here, but the machine may make some. */
    @Test
    @Tag("nightly")
    @Tag(CauseMatrix.TAG)
    void showsWhatCallsThatSleepAreTold() throws IOException {
        try (StalledJvm jvm = jvm()) {
            jvm.client().ask("mark", "begun");
            jvm.order("sleep");
            jvm.jvm()
                    .await(
                            "explained calls",
                            () -> causes(jvm, "begun", "calm").stream()
                                    .anyMatch(row -> percent(row, "explained") > 20));
            List<Map<String, String>> told = causes(jvm, "begun", "calm");
            double logged = jvm.logged().stream()
                    .filter(stall -> stall.kind().equals("gc"))
                    .mapToDouble(StalledJvm.Stall::millis)
                    .sum();
            double stopped = told.stream()
                    .filter(row -> row.get("cause").equals("paused"))
                    .mapToDouble(row -> percent(row, "sharePercent") - percent(row, "chancePercent"))
                    .sum();
            System.out.printf(
                    "%n### The agent alone, calls that sleep%n%nCollections: %.1f ms told, %.1f ms logged. Stops above chance: %.1f %%.%n",
                    millis(told, "gc"), logged, stopped);
        }
    }

    @Test
    void withoutStallsStacksAloneTell() {
        try (StalledJvm jvm = jvm()) {
            jvm.client().ask("attach", "stalls=off");
            jvm.order("sleep"); // no call that began before is explained after the mark
            jvm.client().ask("mark", "off");
            jvm.jvm()
                    .await(
                            "slow calls since",
                            () -> jvm.client().ask("report", "off", "causes").table("causes").stream()
                                    .anyMatch(row -> row.get("probe").equals("calm") && percent(row, "explained") > 3));
            assertThat(jvm.client().ask("report", "off", "causes").table("causes"))
                    .filteredOn(row -> percent(row, "causeCalls") > 0)
                    .noneMatch(row -> STALLS.contains(row.get("cause")))
                    .filteredOn(row -> row.get("probe").equals("calm"))
                    .allMatch(row -> List.of("unknown", "overhead", "park").contains(row.get("cause")));
        }
    }

    /** Each call that an injected stall made slow, by what most of its time is told to be. */
    @ParameterizedTest
    @Tag("nightly")
    @Tag(CauseMatrix.TAG)
    @MethodSource("org.latencyprobes.agent.slow.CauseMatrix#collectors")
    void showsTheCausesOfManySlowCalls(String collector) throws IOException, InterruptedException {
        CauseMatrix matrix = new CauseMatrix();
        MATRICES.put(collector, matrix);
        try (StalledJvm jvm = jvm("-XX:+Use" + collector + "GC")) {
            for (int i = 0; i < ROUNDS; i++) {
                jvm.client().ask("mark", "now");
                judge(matrix, jvm, jvm.stop(10 + 160 / ROUNDS * i));
                jvm.client().ask("mark", "now");
                jvm.order("gc");
                judge(matrix, jvm, lastLogged(jvm, "gc"));
                jvm.client().ask("mark", "now");
                jvm.inspectHeap();
                judge(matrix, jvm, lastLogged(jvm, "safepoint"));
                jvm.client().ask("mark", "now");
                jvm.order("sleep");
                slowest(jvm, "calm").ifPresent(row -> matrix.add("park", "park", row.get("cause")));
            }
        }
    }

    private static StalledJvm.Stall lastLogged(StalledJvm jvm, String kind) throws IOException {
        List<StalledJvm.Stall> logged =
                jvm.logged().stream().filter(stall -> stall.kind().equals(kind)).toList();
        return logged.isEmpty() ? new StalledJvm.Stall(kind, 0, 0) : logged.get(logged.size() - 1);
    }

    /** Only where the slowest call is about as long as the stall: else something else of the machine's hides it. */
    private static void judge(CauseMatrix matrix, StalledJvm jvm, StalledJvm.Stall injected) {
        if (injected.millis() < JUDGED_MILLIS) {
            return;
        }
        slowest(jvm, "short")
                .filter(row -> percent(row, "fromus") / 1_000 > injected.millis() * 0.8
                        && percent(row, "fromus") / 1_000 < injected.millis() * 1.5)
                .ifPresent(row -> matrix.add(injected.kind(), row.get("cause")));
    }

    /** The greatest cause of a probe's slowest call since the bookmark. */
    private static Optional<Map<String, String>> slowest(StalledJvm jvm, String probe) {
        jvm.client().ask("status"); // takes longer than the last stall needs to be told
        return jvm.client().ask("report", "now", "causes").table("causes").stream()
                .filter(row -> row.get("probe").equals(probe) && row.get("band").equals("from p99.99"))
                .findFirst();
    }
}
