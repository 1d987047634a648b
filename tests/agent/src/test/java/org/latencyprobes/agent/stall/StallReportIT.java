package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of where stalls are shown, and of what the look for them takes from the JVM. */
@EnabledOnOs(OS.LINUX)
@Tag("each-jdk")
@Tag("full")
final class StallReportIT {

    /** By how much the machine's time of day may be set meanwhile. */
    private static final long CLOCK_MILLIS = 10_000;

    @TempDir
    private Path folder;

    private StalledJvm jvm() {
        return new StalledJvm(folder, 100_000, StalledJvm.main());
    }

    @Test
    void areInTheReportByKindAndInStatus() throws IOException, InterruptedException {
        long beginMillis = System.currentTimeMillis();
        try (StalledJvm jvm = jvm()) {
            jvm.jvm().await("a stop", () -> {
                jvm.stop(100);
                return jvm.told().stream().anyMatch(stall -> stall.kind().equals("stopped") && stall.millis() > 90);
            });
            ParsedAnswer answered = jvm.client().ask("report");
            Map<String, String> row = answered.table("stalls").stream()
                    .filter(kind -> kind.get("kind").equals("stopped"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Double.parseDouble(row.get("longestus"))).isGreaterThan(90_000);
            assertThat(Double.parseDouble(row.get("totalus")))
                    .isGreaterThanOrEqualTo(Double.parseDouble(row.get("longestus")) * 0.99);
            assertThat(Long.parseLong(row.get("longestAtMillis")))
                    .isBetween(beginMillis - CLOCK_MILLIS, System.currentTimeMillis() + CLOCK_MILLIS);
            assertThat(answered.table("report"))
                    .noneMatch(probe -> probe.get("probe").contains("stall"));
            assertThat(jvm.sources()).contains("JVM counters", "run delay");
            JsonNode json = CommandLine.done("report", jvm.jvm().pid());
            assertThat(CommandLine.rows(json, "stalls", "kind", "stopped")).hasSize(1);
            JsonNode single = CommandLine.done("stalls", jvm.jvm().pid(), "-n", 4096);
            assertThat(CommandLine.rows(single, "stalls", "kind", "stopped")).isNotEmpty();
            assertThat(jvm.jvm().tellToEnd().expectExit(0).stdout())
                    .containsPattern("stalls from 1 ms +count +total +longest +at")
                    .containsPattern("\nstopped +\\d+ +[0-9,.]+ m?s +[0-9,.]+ m?s +\\d{4}-\\d\\d-\\d\\d ");
        }
    }

    /** Counters of a kind's first stall are allocated; in a while without a new kind there is nothing. */
    @Test
    void theSamplerAllocatesNothing() {
        try (StalledJvm jvm = jvm()) {
            jvm.jvm().await("a second without allocation", () -> {
                long allocated = allocated(jvm);
                long samples = samples(jvm);
                jvm.jvm().await("a second's samples", () -> samples(jvm) > samples + 300);
                return allocated(jvm) == allocated;
            });
        }
    }

    private static long allocated(StalledJvm jvm) {
        jvm.order("allocated");
        return Long.parseLong(jvm.jvm().fact("allocated"));
    }

    private static long samples(StalledJvm jvm) {
        return Long.parseLong(jvm.client().ask("report").cell("report", "jitter.hiccup", "count"));
    }

    @Test
    void nothingStaysOpenAfterADetach() throws IOException {
        try (StalledJvm jvm = jvm()) {
            assertThat(openFiles(jvm)).anyMatch(file -> file.endsWith("/schedstat"));
            jvm.client().ask("detach");
            jvm.jvm()
                    .await(
                            "none is open",
                            () -> openFiles(jvm).stream() // the JVM itself reads some now and then
                                    .noneMatch(file -> file.endsWith("/schedstat")
                                            || file.endsWith("/stat")
                                            || file.endsWith(".stat")));
        }
    }

    private static List<String> openFiles(StalledJvm jvm) throws IOException {
        List<String> files = new ArrayList<>();
        try (DirectoryStream<Path> folder =
                Files.newDirectoryStream(Path.of("/proc/" + jvm.jvm().pid() + "/fd"))) {
            for (Path file : folder) {
                target(file).ifPresent(files::add);
            }
        }
        return files;
    }

    /** Nothing where it is closed meanwhile. */
    private static Optional<String> target(Path file) throws IOException {
        try {
            return Optional.of(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException closed) {
            return Optional.empty();
        }
    }

    @Test
    void areOffWhereTheyAreNotWanted() {
        try (RunningJvm jvm = ForkedJvm.of(CallsOnRequest.class)
                .withAgent("stalls=off,report=stdout")
                .start()
                .awaitText("ready")) {
            AgentClient.to(jvm).awaitJitter();
            assertThat(jvm.tellToEnd().stdout()).contains("jitter.hiccup").doesNotContain("stalls from");
        }
        try (StalledJvm jvm = jvm()) {
            AgentClient client = jvm.client();
            client.ask("attach", "stalls=off");
            assertThat(jvm.sources()).isEqualTo("off");
            client.ask("attach", "stalls=on,jitter=off");
            assertThat(jvm.sources()).isEqualTo("off, since jitter is not hiccup");
            client.ask("attach", "jitter=hiccup");
            jvm.jvm().await("looks again", () -> jvm.sources().contains("JVM counters"));
        }
    }
}
