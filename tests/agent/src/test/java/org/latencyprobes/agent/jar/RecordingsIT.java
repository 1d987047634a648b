package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Tests of the agent's recordings of Flight Recorder: that of {@code tail} beside those of others and where the disk is full, and that of the
 * option {@code causes=deep}.
 */
@Tag("each-jdk")
final class RecordingsIT {

    private static final String PATTERN = SlowOnPurpose.class.getName() + "#*";

    @TempDir
    private Path folder;

    private static RunningJvm start(String... flags) {
        return ForkedJvm.of(SlowOnPurpose.class).flags(flags).start().awaitText("ready");
    }

    private static JsonNode tail(RunningJvm jvm, Object... more) {
        List<Object> arguments = new ArrayList<>(List.of("tail", jvm.pid(), "--slow", "2ms", "--no-html"));
        arguments.addAll(List.of(more));
        JsonNode answer = CommandLine.json(arguments.toArray());
        assertThat(answer.get("exitCode").asInt()).as("%s", answer).isZero();
        return answer;
    }

    /** Flight Recorder writes all to the disk then, and a recording in memory would be empty. */
    @Test
    void causesAreToldBesideARecordingThatWritesToTheDisk() throws IOException {
        try (RunningJvm jvm = start()) {
            Jdk.tool("jcmd", jvm.pid(), "JFR.start", "name=others");
            JsonNode answer = tail(jvm, PATTERN, "--for", InjectedCauses.TIME);
            InjectedCauses.assertTold(answer, InjectedCauses.BY_METHOD);
            assertThat(Jdk.tool("jcmd", jvm.pid(), "JFR.check"))
                    .contains("name=others")
                    .doesNotContain("latency-probes");
        }
    }

    @Test
    @Tag("full")
    void whatARecordingThatBeginsMeanwhileTookIsNotKnownAndNeverCode() throws IOException {
        try (RunningJvm jvm = start();
                RunningJvm command = CommandLine.of(
                                ForkedJvm.AGENT,
                                "tail",
                                jvm.pid(),
                                PATTERN,
                                "--for",
                                "15s", // a tool of the JDK has to come meanwhile
                                "--slow",
                                "2ms",
                                "--no-html",
                                "--json")
                        .start()) {
            command.awaitText("watching for");
            Jdk.tool("jcmd", jvm.pid(), "JFR.start", "name=others");
            JsonNode answer =
                    new ObjectMapper().readTree(command.finish().expectExit(0).stdout());
            assertThat(CommandLine.messages(answer)).anyMatch(message -> message.startsWith("the recording lacks "));
            assertThat(InjectedCauses.mainCauses(answer).get("sleep"))
                    .containsKey("not-known")
                    .doesNotContainKeys("code", "code or cpu");
        }
    }

    @Test
    void whatTheJvmHasRecordedByItselfIsToldAgainAndAgain() throws IOException {
        try (RunningJvm jvm = ForkedJvm.of(SlowOnPurpose.class)
                .withAgent("report=off,causes=deep,slow=2ms,probes=" + PATTERN)
                .start()
                .awaitText("ready")) {
            AgentClient client = AgentClient.to(jvm);
            jvm.await(
                    "slow calls of all kinds in the recording",
                    () -> deepCauses(jvm).equals("on")
                            && areAllIn(
                                    CommandLine.json("tail", jvm.pid(), "--recorded", "--slow", "2ms", "--no-html")));
            for (int times = 0; times < 2; times++) {
                InjectedCauses.assertTold(tail(jvm, "--recorded"), InjectedCauses.BY_METHOD);
            }
            client.ask("attach", "causes=standard");
            jvm.await(
                    "the recording's end",
                    () -> !Jdk.tool("jcmd", jvm.pid(), "JFR.check").contains("latency-probes"));
            assertThat(CommandLine.json("tail", jvm.pid(), "--recorded").toString())
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
    @Tag("full")
    void aRecordingThatOthersStopBeginsAnewAndSaysWhereItHasNoSlowCall() throws IOException {
        try (RunningJvm jvm = ForkedJvm.of(SlowOnPurpose.class)
                .withAgent("report=off,causes=deep,slow=10s,probes=" + PATTERN)
                .start()
                .awaitText("ready")) {
            jvm.await("a recording", () -> deepCauses(jvm).equals("on"));
            assertThat(CommandLine.json("tail", jvm.pid(), "--recorded", "--no-html")
                            .toString())
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
        return answer.get("exitCode").asInt() == 0 && InjectedCauses.areAllTold(answer);
    }

    /** HotSpot ends the JVM where Flight Recorder cannot write. Skipped where nobody lets us mount a small disk. */
    @ParameterizedTest
    @ValueSource(strings = {"-Djava.io.tmpdir=", "-XX:FlightRecorderOptions:repository="})
    @Tag("full")
    @EnabledOnOs(OS.LINUX)
    void whereTheDiskIsFullFlightRecorderIsAskedForNothing(String flag) throws IOException, InterruptedException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(done("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk), "no small disk can be mounted");
        try (RunningJvm jvm = start(flag + disk)) {
            AgentClient.to(jvm).ask("attach", "clock=nanotime,causes=deep,probes=" + PATTERN);
            jvm.awaitText("causes=deep records nothing: only ");
            assertThat(deepCauses(jvm)).matches("only [01] MB are free in .*/disk.*");
            assertThat(CommandLine.messages(tail(jvm, "--for", "1s")))
                    .anyMatch(
                            message -> message.matches("waits of threads are not known: only [01] MB are free in .*"));
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
