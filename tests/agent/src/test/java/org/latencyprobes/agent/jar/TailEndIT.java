package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of a watch of the command {@code tail} that ends early, or does not begin. */
final class TailEndIT {

    private static final String NAME = SlowOnPurpose.class.getSimpleName();
    private static final String PATTERN = SlowOnPurpose.class.getName() + "#*";

    /** Resets SIGINT, which is ignored if the tests run in the background. */
    private static final String AS_FROM_A_TERMINAL = "exec env --default-signal=INT \"$0\" \"$@\"";

    @TempDir
    private Path folder;

    private static ForkedJvm slow() {
        return ForkedJvm.of(SlowOnPurpose.class);
    }

    private static ForkedJvm tail(RunningJvm jvm, Object... arguments) {
        return CommandLine.of(ForkedJvm.AGENT, "tail", jvm.pid(), "--for", "1h").arguments(arguments);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void interruptedItExplainsTheTimeSoFarAndLeaves() throws IOException {
        Path page = folder.resolve("tail.html");
        try (RunningJvm jvm = slow().start().awaitText("ready");
                RunningJvm command = tail(jvm, PATTERN, "--slow", "2ms", "--html", page)
                        .afterShell(AS_FROM_A_TERMINAL)
                        .start()) {
            command.awaitText("watching for");
            long before = calls(jvm);
            jvm.await("a call in the watch", () -> calls(jvm) > before);
            command.signal("INT");
            JvmResult told = command.finish().expectExit(0);
            assertThat(told.stderr()).containsPattern("the watch ended after \\d+ s and is explained now");
            assertThat(told.stdout()).contains(NAME + '.', "written: " + page, "detached: 1 class restored");
            assertThat(page).isNotEmptyFile();
            assertThat(AgentClient.to(jvm).send("status").exitCode()).isEqualTo(4);
        }
    }

    private static long calls(RunningJvm jvm) {
        return AgentClient.to(jvm).ask("report").table("report").stream()
                .mapToLong(row -> Long.parseLong(row.get("count")))
                .sum();
    }

    @Test
    void theEndOfTheJvmIsSaidAtOnce() {
        assertEndIsSaid(slow(), "figures may be in the report on its stderr");
    }

    @Test
    void whereFiguresOfAJvmThatHasEndedMayBeIsSaid() {
        Path log = folder.resolve("slow.hlog");
        assertEndIsSaid(slow().withAgent("report=off,hlog=" + log), "figures may be in the histogram log " + log);
        assertEndIsSaid(slow().withAgent("report=off"), "the options hlog and causes=deep would have kept it");
    }

    @Test
    void theFolderOfARecordingIsNamedAndCanBeRead() {
        try (RunningJvm jvm = slow().withAgent("report=off,causes=deep,slow=2ms,probes=" + PATTERN)
                .start()
                .awaitText("ready")) {
            AgentClient agent = AgentClient.to(jvm);
            jvm.await(
                    "a recording",
                    () -> agent.ask("status")
                            .cell("status", "deepCauses", "value")
                            .equals("on"));
            String recorded = agent.ask("status").cell("status", "deepCausesFolder", "value");
            jvm.await("a slow call there", () -> tailOf(recorded).exitCode() == 0);
            assertEndIsSaid(jvm, "figures may be in Flight Recorder's folder " + recorded);
            assertThat(tailOf(recorded).expectExit(0).stdout()).contains(NAME + '.');
        }
    }

    private static JvmResult tailOf(String folder) {
        return CommandLine.run("tail", folder, "--no-html");
    }

    private static void assertEndIsSaid(ForkedJvm of, String where) {
        try (RunningJvm jvm = of.start().awaitText("ready")) {
            assertEndIsSaid(jvm, where);
        }
    }

    private static void assertEndIsSaid(RunningJvm jvm, String where) {
        try (RunningJvm command = tail(jvm, PATTERN, "--no-html").start()) {
            command.awaitText("watching for");
            jvm.kill();
            JvmResult told = command.finish().expectExit(3);
            List<String> lines = told.stderr().lines().toList();
            assertThat(lines.get(lines.size() - 1))
                    .matches("JVM " + jvm.pid() + " ended after \\d+ s of the watch, and what tail saw is gone; .*")
                    .endsWith(where);
            assertThat(told.stderr()).doesNotContain("not undone");
        }
    }

    @Test
    void theEndOfTheAgentEndsTheWatch() {
        try (RunningJvm jvm = slow().start().awaitText("ready");
                RunningJvm command = tail(jvm, PATTERN, "--no-html").start()) {
            command.awaitText("watching for");
            AgentClient.to(jvm).ask("detach");
            JvmResult told = command.finish().expectExit(4);
            List<String> lines = told.stderr().lines().toList();
            assertThat(lines.get(lines.size() - 1))
                    .matches("the agent was detached after \\d+ s of the watch, and what tail saw is gone");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aJvmThatIsStoppedAtTheEndOfTheWatchIsWaitedFor() throws IOException {
        try (RunningJvm jvm = slow().start().awaitText("ready");
                RunningJvm command = CommandLine.of(ForkedJvm.AGENT, "tail", jvm.pid(), PATTERN, "--no-html")
                        .arguments("--for", "10s")
                        .start()) {
            command.awaitText("watching for");
            jvm.signal("STOP");
            command.awaitText("is stopped: waiting");
            jvm.signal("CONT");
            JvmResult told = command.finish().expectExit(0);
            assertThat(told.stdout()).contains(NAME + '.', "detached: 1 class restored");
        }
    }

    @Test
    void withoutAPatternAJvmWithoutProbesIsRefused() {
        try (RunningJvm jvm = slow().start().awaitText("ready")) {
            JvmResult told = tail(jvm).run().expectExit(1);
            assertThat(told.stderr().lines().filter(line -> !line.startsWith("...")))
                    .hasSize(2)
                    .contains("detached: 0 classes restored")
                    .first()
                    .asString()
                    .contains(
                            "no method is probed, so there is nothing to watch",
                            "tail " + jvm.pid() + " '",
                            "probes " + jvm.pid(),
                            "list");
            assertThat(AgentClient.to(jvm).send("status").exitCode()).isEqualTo(4);
        }
    }

    @Test
    void whereAPatternMatchesNothingItSaysThatTheAgentHasLeft() {
        try (RunningJvm jvm = slow().start().awaitText("ready")) {
            JvmResult told = tail(jvm, "com.acme.Later#*").run().expectExit(1);
            assertThat(told.stderr())
                    .contains("attached: ", "detached: 0 classes restored")
                    .contains("attach " + jvm.pid() + " probes=<pattern>, then tail " + jvm.pid())
                    .doesNotContain("--future");
            assertThat(AgentClient.to(jvm).send("status").exitCode()).isEqualTo(4);
        }
    }

    @Test
    void whereTheAgentStaysAPatternThatMatchesNothingIsAdvisedAsItsProbe() {
        try (RunningJvm jvm = slow().withAgent("").start().awaitText("ready")) {
            JvmResult told = tail(jvm, "com.acme.Later#*").run().expectExit(1);
            assertThat(told.stderr())
                    .contains("probe " + jvm.pid() + " --future <pattern>, then tail " + jvm.pid())
                    .doesNotContain("detached");
        }
    }

    /** A pattern may select them, or an annotation. */
    @ParameterizedTest
    @ValueSource(strings = {"probes=com.acme.Later#*", ""})
    void whereTheAgentIsMethodsOfClassesToComeAreWatchedFor(String options) {
        try (RunningJvm jvm = slow().withAgent(options).start().awaitText("ready")) {
            JvmResult told = CommandLine.run("tail", jvm.pid(), "--for", "10ms", "--no-html");
            assertThat(told.expectExit(0).stderr()).contains("no method is probed yet");
        }
    }
}
