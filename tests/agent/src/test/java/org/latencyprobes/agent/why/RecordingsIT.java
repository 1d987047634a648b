package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Tests of the agent's recordings of Flight Recorder: that of {@code why} beside those of others and where the disk is full, and that of the
 * option {@code causes=deep}.
 */
@Tag("full")
@EnabledOnOs(OS.LINUX)
final class RecordingsIT {

    private static final String PATTERN = SlowOnPurpose.class.getName() + "#*";

    @TempDir
    private Path folder;

    private static RunningJvm start(String... flags) {
        return slow().flags(flags).start().awaitText("ready");
    }

    private static ForkedJvm slow() {
        return ForkedJvm.of(SlowOnPurpose.class).quick();
    }

    private static JsonNode recorded(RunningJvm jvm) {
        return CommandLine.json("why", jvm.pid(), "--past", "--slow", "2ms");
    }

    /** Flight Recorder writes all to the disk then, and a recording in memory would be empty. */
    @Test
    void causesAreToldBesideARecordingThatWritesToTheDisk() throws IOException {
        try (RunningJvm jvm = start()) {
            Jdk.tool("jcmd", jvm.pid(), "JFR.start", "name=others");
            JsonNode answer = InjectedCauses.watched(jvm, InjectedCauses.BY_METHOD, any -> true, PATTERN);
            assertThat(answer.get("slowCalls")).isNotEmpty();
            assertThat(Jdk.tool("jcmd", jvm.pid(), "JFR.check"))
                    .contains("name=others")
                    .doesNotContain("latency-probes");
        }
    }

    /** From JDK 25 on, Flight Recorder's own settings let in 100 of these waits a second, of which there are thousands. */
    @Test
    void socketWaitsAreToldBesideARecordingThatLimitsTheirNumber() throws IOException {
        try (RunningJvm jvm = slow().arguments("chatter").start().awaitText("ready")) {
            Jdk.tool("jcmd", jvm.pid(), "JFR.start", "name=others");
            JsonNode answer = InjectedCauses.watched(
                    jvm,
                    Map.of("socket", "socket"),
                    each -> !InjectedCauses.mainCauses(each).get("socket").containsKey("unknown"),
                    PATTERN);
            assertThat(CommandLine.messages(answer)).noneMatch(message -> message.contains("throttle"));
        }
    }

    @Test
    @Tag("each-jdk")
    void whatARecordingThatBeginsMeanwhileTookIsNeverCode() throws IOException {
        List<String> sleep = InjectedCauses.probes(List.of("sleep"));
        try (RunningJvm jvm = start();
                WhyWatcher watch = new WhyWatcher(jvm, PATTERN, "--slow", "2ms", "-o", "json")) {
            watch.awaitSlow(InjectedCauses.CALLS, sleep);
            Jdk.tool("jcmd", jvm.pid(), "JFR.start", "name=others");
            JsonNode answer = watch.awaitSlow(InjectedCauses.CALLS, sleep).explained();
            assertThat(CommandLine.messages(answer)).anyMatch(message -> message.startsWith("the recording lacks "));
            InjectedCauses.assertNoneIsToldOtherwise(answer);
        }
    }

    @Test
    @Tag("each-jdk")
    void whatTheJvmHasRecordedByItselfIsToldAgainAndAgain() throws IOException {
        try (RunningJvm jvm = slow().withAgent("report=off,causes=deep,slow=2ms,probes=" + PATTERN)
                .start()
                .awaitText("ready")) {
            AgentClient client = AgentClient.to(jvm);
            jvm.await("a recording", () -> deepCauses(jvm).equals("on"));
            jvm.await("slow calls of all kinds in the recording", () -> areAllIn(recorded(jvm)));
            assertThat(areAllIn(recorded(jvm))).as("reading takes nothing away").isTrue();
            assertThat(CommandLine.run("why", jvm.pid(), "--past", "-o", "text")
                            .expectExit(0)
                            .stdout())
                    .contains("calls and percentiles: of all calls since the probes began")
                    .doesNotContain("calls n/a");
            client.ask("attach", "causes=standard");
            jvm.await(
                    "the recording's end",
                    () -> !Jdk.tool("jcmd", jvm.pid(), "JFR.check").contains("latency-probes"));
            assertThat(CommandLine.json("why", jvm.pid(), "--past").toString())
                    .contains("this JVM keeps no recording, since its agent's option causes is standard");
            client.ask("attach", "causes=deep");
            jvm.await(
                    "another recording",
                    () -> Jdk.tool("jcmd", jvm.pid(), "JFR.check").contains("latency-probes"));
            client.ask("detach");
            assertThat(Jdk.tool("jcmd", jvm.pid(), "JFR.check")).doesNotContain("latency-probes");
        }
    }

    @Test
    void aRecordingThatOthersStopBeginsAnewAndSaysWhereItHasNoSlowCall() throws IOException {
        try (RunningJvm jvm = slow().withAgent("report=off,causes=deep,slow=10s,probes=" + PATTERN)
                .start()
                .awaitText("ready")) {
            jvm.await("a recording", () -> deepCauses(jvm).equals("on"));
            assertThat(CommandLine.json("why", jvm.pid(), "--past").toString())
                    .contains("the recording of JVM " + jvm.pid() + " has no slow call: nothing was probed");
            Jdk.tool("jcmd", jvm.pid(), "JFR.stop", "name=latency-probes");
            jvm.awaitText("the agent's recording was stopped by others, another one begins");
            jvm.await(
                    "another recording",
                    () -> Jdk.tool("jcmd", jvm.pid(), "JFR.check").contains("latency-probes"));
        }
    }

    private static String deepCauses(RunningJvm jvm) {
        return AgentClient.to(jvm).ask("status").cell("status", "deepCauses", "value");
    }

    private static boolean areAllIn(JsonNode answer) {
        if (answer.get("exitCode").asInt() != 0) {
            return false;
        }
        InjectedCauses.assertNoneIsToldOtherwise(answer);
        return InjectedCauses.areAllTold(answer, InjectedCauses.BY_METHOD);
    }

    /** HotSpot ends the JVM where Flight Recorder cannot write. Skipped where nobody lets us mount a small disk. */
    @ParameterizedTest
    @ValueSource(strings = {"-Djava.io.tmpdir=", "-XX:FlightRecorderOptions:repository="})
    void whereTheDiskIsFullFlightRecorderIsAskedForNothing(String flag) throws IOException, InterruptedException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(done("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk), "no small disk can be mounted");
        try (RunningJvm jvm = start(flag + disk)) {
            AgentClient.to(jvm).ask("attach", "clock=nanotime,causes=deep,probes=" + PATTERN);
            jvm.awaitText("causes=deep records nothing: only ");
            assertThat(deepCauses(jvm)).matches("only [01] MB are free in .*/disk.*");
            assertThat(CommandLine.messages(CommandLine.done("why", jvm.pid(), "--slow", "2ms", "--for", "1s")))
                    .anyMatch(message -> message.matches(
                            "waits of threads are known from samples alone: only [01] MB are free in .*"));
            assertThat(done("mount", "-o", "remount,size=300m", disk)).isTrue();
            jvm.await("a recording, once there is room", () -> deepCauses(jvm).equals("on"));
        } finally {
            done("umount", disk);
        }
    }

    private static boolean done(Object... command) throws IOException, InterruptedException {
        String[] words = new String[command.length];
        for (int i = 0; i < command.length; i++) {
            words[i] = command[i].toString();
        }
        return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
    }
}
