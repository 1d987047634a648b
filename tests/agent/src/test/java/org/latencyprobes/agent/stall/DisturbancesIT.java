package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.fixture.SlowCallsOnRequest;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what is told of times in which the JVM did not run steadily, and of slow calls in them. */
@EnabledOnOs(OS.LINUX)
@Tag("full")
final class DisturbancesIT {

    private static final String NAME = SlowCallsOnRequest.class.getName();

    @TempDir
    private Path folder;

    /** More is compiled than by default. */
    private StalledJvm jvm(String... flags) {
        StalledJvm jvm = new StalledJvm(
                folder,
                1_000,
                ForkedJvm.of(SlowCallsOnRequest.class)
                        .flags("-XX:CompileThresholdScaling=0.1")
                        .flags(flags));
        jvm.client().ask("attach", "slow=3ms");
        return jvm;
    }

    private static List<Map<String, String>> disturbances(StalledJvm jvm, String since, String kind) {
        return jvm.client().ask("report", since, "causes").table("disturbances").stream()
                .filter(row -> row.get("kind").equals(kind))
                .toList();
    }

    private static boolean hasCalls(StalledJvm jvm, String since, String kind) {
        return jvm.client().ask("report", since, "causes").table("causes").stream()
                .anyMatch(row -> row.get("probe").equals("calm")
                        && row.get("disturbedBy").contains(kind + '=')
                        && Long.parseLong(row.get("disturbed")) <= Long.parseLong(row.get("explained")));
    }

    @Test
    void slowCallsSayWhatTheJvmDidMeanwhile() throws IOException {
        try (StalledJvm jvm = jvm()) {
            jvm.jvm().await("calls while compiling", () -> {
                jvm.client().ask("mode", "on", "calm"); // its code is compiled again
                return hasCalls(jvm, "start", "compilation");
            });
            jvm.client().ask("mark", "switching");
            jvm.jvm().await("calls after a switch", () -> {
                jvm.client().ask("mode", "on", "calm");
                return hasCalls(jvm, "switching", "mode");
            });
            jvm.client().ask("mark", "weaving");
            jvm.jvm().await("calls after weaving", () -> {
                jvm.client().ask("unprobe", NAME + "#shortCall");
                jvm.client().ask("probe", NAME + "#shortCall");
                return hasCalls(jvm, "weaving", "redefinition");
            });
            assertThat(disturbances(jvm, "start", "attach")).isEmpty();
            JsonNode json = CommandLine.done("report", jvm.jvm().pid(), "--causes");
            assertThat(CommandLine.rows(json, "disturbances", "kind", "all"))
                    .allMatch(row ->
                            row.path("totalus").asDouble() <= row.path("ofus").asDouble());
            assertThat(CommandLine.rows(json, "disturbances", "kind", "mode")).hasSize(1);
            assertThat(jvm.jvm().tellToEnd().expectExit(0).stdout())
                    .containsPattern("\n  [0-9,]+ of [0-9,]+ calls came while .*modes changed \\([0-9,]+\\).*\n")
                    .containsPattern(
                            "\nthe JVM was disturbed for [0-9,.]+ of [0-9,.]+ s: redefinition .*mode .*compilation .*\n");
        }
    }

    @Test
    void anAttachIsToldAndTheWeavingThatComesWithIt() throws IOException {
        try (RunningJvm jvm =
                ForkedJvm.of(SlowCallsOnRequest.class).arguments(1_000).start().awaitText("ready")) {
            CommandLine.done("attach", jvm.pid());
            jvm.await("both", () -> {
                JsonNode json = CommandLine.done("report", jvm.pid());
                return CommandLine.rows(json, "disturbances", "kind", "attach").size() == 1
                        && CommandLine.rows(json, "disturbances", "kind", "redefinition")
                                        .size()
                                == 1;
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"-XX:+UsePerfData, JVM counters", "-XX:-UsePerfData, compilers' bean"})
    void compilationIsSeenWithAndWithoutTheJvmsCounters(String flag, String source) {
        try (StalledJvm jvm = jvm(flag)) {
            jvm.jvm().await("compilation", () -> {
                jvm.client().ask("mode", "on", "calm"); // its code is compiled again
                return !disturbances(jvm, "start", "compilation").isEmpty();
            });
            assertThat(jvm.client().ask("status").cell("status", "compileTimeSource", "value"))
                    .isEqualTo(source);
        }
    }
}
