package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.stall.StalledJvm;

/** Tests of a watch of the command {@code why} that ends early, or does not begin. Most leave the JVM as it was, and share one. */
@EnabledOnOs(OS.LINUX)
final class WhyEndIT {

    private static final String NAME = SlowOnPurpose.class.getSimpleName();
    private static final String PATTERN = SlowOnPurpose.class.getName() + "#*";

    /** Without the agent, started by the first test that needs it. */
    private static RunningJvm unattached;

    /** The same with the agent. */
    private static RunningJvm attached;

    @TempDir
    private Path folder;

    private static ForkedJvm slow() {
        return ForkedJvm.of(SlowOnPurpose.class).quick();
    }

    private static RunningJvm unattached() {
        if (unattached == null) {
            unattached = slow().start().awaitText("ready");
        }
        return unattached;
    }

    private static RunningJvm attached() {
        if (attached == null) {
            attached = slow().withAgent("").start().awaitText("ready");
        }
        return attached;
    }

    @AfterAll
    static void end() {
        if (unattached != null) {
            unattached.close();
        }
        if (attached != null) {
            attached.close();
        }
    }

    private static JvmResult why(RunningJvm jvm, Object... arguments) {
        return CommandLine.of(ForkedJvm.AGENT, "why", jvm.pid(), "--for", "1h")
                .arguments(arguments)
                .run();
    }

    private static void assertThatTheAgentHasLeft(RunningJvm jvm) {
        assertThat(AgentClient.to(jvm).send("status").exitCode()).isEqualTo(4);
    }

    private static String lastLine(String text) {
        List<String> lines = text.lines().toList();
        return lines.get(lines.size() - 1);
    }

    @Test
    @Tag("full")
    void interruptedItExplainsTheTimeSoFarAndLeaves() throws IOException {
        Path page = folder.resolve("why.html");
        RunningJvm jvm = unattached();
        try (WhyWatcher watch = new WhyWatcher(jvm, PATTERN, "--slow", "2ms", "-o", "html=" + page)) {
            watch.awaitSlow(1, List.of(NAME + ".sleep"));
            JvmResult told = watch.interrupt().finish().expectExit(0);
            assertThat(told.stderr()).containsPattern("the watch ended after \\d+ s and is explained now");
            assertThat(told.stdout()).contains(NAME + '.', "written: " + page, "detached: 1 class restored");
            assertThat(page).isNotEmptyFile();
        }
        assertThatTheAgentHasLeft(jvm);
    }

    @Test
    void theEndOfTheJvmIsSaidAtOnce() {
        assertEndIsSaid(slow(), "figures may be in the report on its stderr");
    }

    @Test
    @Tag("full")
    void whereFiguresOfAJvmThatHasEndedMayBeIsSaid() {
        Path log = folder.resolve("slow.hlog");
        assertEndIsSaid(slow().withAgent("report=off,hlog=" + log), "figures may be in the histogram log " + log);
        assertEndIsSaid(slow().withAgent("report=off"), "the options hlog and causes=deep would have kept it");
    }

    @Test
    @Tag("full")
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
            jvm.await("a slow call there", () -> whyOf(recorded).exitCode() == 0);
            assertEndIsSaid(jvm, "figures may be in Flight Recorder's folder " + recorded);
            assertThat(whyOf(recorded).expectExit(0).stdout()).contains(NAME + '.');
        }
    }

    private static JvmResult whyOf(String folder) {
        return CommandLine.run("why", folder, "-o", "text");
    }

    private static void assertEndIsSaid(ForkedJvm of, String where) {
        try (RunningJvm jvm = of.start().awaitText("ready")) {
            assertEndIsSaid(jvm, where);
        }
    }

    private static void assertEndIsSaid(RunningJvm jvm, String where) {
        try (WhyWatcher watch = new WhyWatcher(jvm, PATTERN, "-o", "text", "--no-deep")) {
            jvm.kill();
            JvmResult told = watch.command().finish().expectExit(3);
            assertThat(lastLine(told.stderr()))
                    .matches("JVM " + jvm.pid() + " ended after \\d+ s of the watch, and what it saw is gone; .*")
                    .endsWith(where);
            assertThat(told.stderr()).doesNotContain("not undone");
        }
    }

    @Test
    @Tag("full")
    void theEndOfTheAgentEndsTheWatch() {
        try (WhyWatcher watch = new WhyWatcher(unattached(), PATTERN, "-o", "text", "--no-deep")) {
            AgentClient.to(unattached()).ask("detach");
            JvmResult told = watch.command().finish().expectExit(4);
            assertThat(lastLine(told.stderr()))
                    .matches("the agent was detached after \\d+ s of the watch, and what it saw is gone");
        }
    }

    @Test
    @Tag("full")
    void aJvmThatIsStoppedAtTheEndOfTheWatchIsWaitedFor() throws IOException {
        RunningJvm jvm = unattached();
        try (WhyWatcher watch = new WhyWatcher(jvm, PATTERN, "--slow", "2ms", "-o", "text", "--no-deep")) {
            watch.awaitSlow(1, List.of(NAME + ".sleep"));
            jvm.signal("STOP");
            jvm.await("stopped", () -> StalledJvm.isStopped(jvm));
            watch.interrupt().awaitText("is stopped: waiting");
            jvm.signal("CONT");
            JvmResult told = watch.command().finish().expectExit(0);
            assertThat(told.stdout()).contains(NAME + '.', "detached: 1 class restored");
        } finally {
            jvm.signal("CONT");
        }
    }

    @Test
    @Tag("full")
    void withoutAPatternAJvmWithoutProbesIsRefused() {
        RunningJvm jvm = unattached();
        JvmResult told = why(jvm).expectExit(1);
        assertThat(told.stderr().lines().filter(line -> !line.startsWith("...")))
                .hasSize(2)
                .contains("detached: 0 classes restored")
                .first()
                .asString()
                .contains(
                        "no method is probed, so there is nothing to watch",
                        "why " + jvm.pid() + " '",
                        "probes " + jvm.pid(),
                        "list");
        assertThatTheAgentHasLeft(jvm);
    }

    @Test
    @Tag("full")
    void whereAPatternMatchesNothingItSaysThatTheAgentHasLeft() {
        RunningJvm jvm = unattached();
        assertThat(why(jvm, "com.acme.Later#*").expectExit(1).stderr())
                .contains("attached: ", "detached: 0 classes restored")
                .contains("attach " + jvm.pid() + " probes=<pattern>, then why " + jvm.pid())
                .doesNotContain("--future");
        assertThatTheAgentHasLeft(jvm);
    }

    @Test
    @Tag("full")
    void whereTheAgentStaysAPatternThatMatchesNothingIsAdvisedAsItsProbe() {
        RunningJvm jvm = attached();
        assertThat(why(jvm, "com.acme.Later#*").expectExit(1).stderr())
                .contains("probe " + jvm.pid() + " --future <pattern>, then why " + jvm.pid())
                .doesNotContain("detached");
    }

    /** A pattern may select them, or an annotation. */
    @ParameterizedTest
    @ValueSource(strings = {"com.acme.Later#*", "none"})
    @Tag("full")
    void whereTheAgentIsMethodsOfClassesToComeAreWatchedFor(String pattern) {
        AgentClient.to(attached()).ask("attach", "probes=" + pattern);
        JvmResult told = CommandLine.run("why", attached().pid(), "--for", "10ms", "-o", "text", "--no-deep");
        assertThat(told.expectExit(0).stderr()).contains("no method is probed yet");
    }
}
