package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.DeoptimisedOnPurpose;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the command {@code tail} on a JVM whose methods are slow for known reasons. */
@Tag("each-jdk")
final class TailIT {

    private static final String NAME = SlowOnPurpose.class.getSimpleName();
    private static final String PATTERN = SlowOnPurpose.class.getName() + "#*";

    @TempDir
    private Path folder;

    private static RunningJvm start(String... flags) {
        return ForkedJvm.of(SlowOnPurpose.class).flags(flags).start().awaitText("ready");
    }

    private JsonNode tail(RunningJvm jvm, Object... arguments) {
        JsonNode answer = CommandLine.json(Stream.concat(Stream.of("tail", jvm.pid()), Stream.of(arguments))
                .toArray());
        assertThat(answer.get("exitCode").asInt()).as("%s", answer).isZero();
        return answer;
    }

    @Test
    void saysWhatEachSlowCallWaitedForAndLeaves() throws IOException {
        Path page = folder.resolve("tail.html");
        try (RunningJvm jvm = start()) {
            JsonNode answer = tail(jvm, PATTERN, "--for", InjectedCauses.TIME, "--slow", "2ms", "--html", page);
            InjectedCauses.assertTold(answer, InjectedCauses.BY_METHOD);
            assertThat(answer.get("monitorEntries").findValuesAsText("probe")).contains(NAME + ".monitor");
            assertThat(CommandLine.rows(answer, "causes", "cause", "lock").toString())
                    .contains("held by \\\"lock-holder\\\"");
            assertThat(CommandLine.messages(answer)).contains("detached: 1 class restored");
            assertThat(AgentClient.to(jvm).send("status").exitCode()).isEqualTo(4);
            assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("Slow calls and stalls");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                    .isEqualTo("rw-------");
        }
    }

    /** ZGC collects beside the thread that asks, so nothing stands still. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC"})
    @Tag("full")
    void saysItWithEachCollector(String collector) {
        try (RunningJvm jvm = start(collector)) {
            JsonNode answer = tail(jvm, PATTERN, "--for", InjectedCauses.TIME, "--slow", "2ms", "--no-html");
            Map<String, String> injected = new TreeMap<>(InjectedCauses.BY_METHOD);
            if (collector.contains("ZGC")) {
                injected.remove("gc");
            }
            InjectedCauses.assertTold(answer, injected);
        }
    }

    /** Compiled on the spot, so that it does not depend on how busy the compilers are. */
    @Test
    @Tag("full")
    void saysWhichCodeWasDeoptimisedInSlowCalls() {
        String code = DeoptimisedOnPurpose.Branching.class.getName();
        try (RunningJvm jvm = ForkedJvm.of(DeoptimisedOnPurpose.class)
                .flags("-Xbatch", "-XX:CompileCommand=dontinline," + code + "::applyAsInt")
                .start()
                .awaitText("ready")) {
            JsonNode answer = tail(
                    jvm, DeoptimisedOnPurpose.class.getName() + "#slow", "--for", "3s", "--slow", "2ms", "--no-html");
            List<String> told = answer.get("slowCalls").findValuesAsText("deoptimised");
            assertThat(told).as("%s", answer).isNotEmpty();
            assertThat(told.stream().filter(text -> text.contains("Branching.applyAsInt (unstable_")))
                    .as("%s", answer)
                    .hasSizeGreaterThan(told.size() / 2); // not those at the recording's start
        }
    }

    @Test
    @Tag("full")
    void whatAKilledCommandBeganTheAgentUndoes() {
        try (RunningJvm jvm = start();
                RunningJvm command = CommandLine.of(ForkedJvm.AGENT, "tail", jvm.pid(), PATTERN, "--for", "1h")
                        .start()) {
            command.awaitText("watching for");
            assertThat(AgentClient.to(jvm).ask("status").cell("status", "tail", "value"))
                    .startsWith("under way: ");
            assertThat(CommandLine.run("tail", jvm.pid(), PATTERN).expectExit(1).stderr())
                    .containsPattern("another tail is under way .* undone within \\d+ s .*; detach " + jvm.pid());
            command.kill();
            jvm.awaitText("has not come back: leaving").awaitText("detached: 1 class restored");
        }
    }

    @Test
    @Tag("full")
    void whatAKilledCommandBeganAnAgentThatStaysUndoes() {
        try (RunningJvm jvm =
                        ForkedJvm.of(SlowOnPurpose.class).withAgent("").start().awaitText("ready");
                RunningJvm command = CommandLine.of(ForkedJvm.AGENT, "tail", jvm.pid(), PATTERN, "--for", "1h")
                        .start()) {
            command.awaitText("watching for");
            command.kill();
            jvm.awaitText("has not come back: what it began is undone")
                    .await(
                            "no probe",
                            () -> AgentClient.to(jvm)
                                    .ask("probes", "methods")
                                    .table("methods")
                                    .isEmpty());
            assertThat(AgentClient.to(jvm).ask("status").cell("status", "tail", "value"))
                    .isEqualTo("none");
        }
    }

    @Test
    @Tag("full")
    void aCommandThatIsAskedToEndUndoesWhatItBegan() {
        try (RunningJvm jvm = start();
                RunningJvm command = CommandLine.of(ForkedJvm.AGENT, "tail", jvm.pid(), PATTERN, "--for", "1h")
                        .start()) {
            command.awaitText("watching for");
            command.terminate();
            assertThat(jvm.printed()).contains("detached: 1 class restored");
            assertThat(AgentClient.to(jvm).send("status").exitCode()).isEqualTo(4);
        }
    }

    @Test
    @Tag("full")
    void anAgentThatIsThereKeepsItsOwnPatternsOnlyAlsoWhereThePageCannotBeWritten() throws IOException {
        try (RunningJvm jvm = ForkedJvm.of(SlowOnPurpose.class)
                .withAgent("probes=" + PATTERN.replace("*", "sleep"))
                .start()
                .awaitText("ready")) {
            Path tooLong = folder.resolve("x".repeat(300));
            JsonNode answer = CommandLine.json("tail", jvm.pid(), PATTERN, "--for", "1s", "--html", tooLong);
            assertThat(answer.get("exitCode").asInt()).as("%s", answer).isEqualTo(1);
            assertThat(CommandLine.messages(answer))
                    .contains("pattern removed: " + PATTERN)
                    .anyMatch(message -> message.startsWith(tooLong + " cannot be written"));
            assertThat(AgentClient.to(jvm).ask("probes", "methods").table("methods"))
                    .extracting(row -> row.get("method"))
                    .containsExactly("sleep()");
        }
    }

    @Test
    @Tag("full")
    void whatACommandExcludedIsExcludedAgain() {
        String sleep = PATTERN.replace("*", "sleep");
        try (RunningJvm jvm = ForkedJvm.of(SlowOnPurpose.class)
                .withAgent("probes=" + sleep)
                .start()
                .awaitText("ready")) {
            AgentClient.to(jvm).ask("unprobe", NAME + ".sleep");
            JsonNode answer = tail(jvm, sleep, sleep, "--for", "1s", "--slow", "500us", "--no-html");
            assertThat(answer.get("slowCalls")).isNotEmpty();
            assertThat(CommandLine.messages(answer))
                    .contains("excluded again: " + sleep + "()")
                    .noneMatch(message -> message.startsWith("pattern removed"));
            assertThat(AgentClient.to(jvm).ask("status").table("patterns"))
                    .extracting(row -> row.get("what"), row -> row.get("source"))
                    .containsExactlyInAnyOrder(tuple("probed", "agent argument"), tuple("excluded", "command unprobe"));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> assertThat(
                                    AgentClient.to(jvm).ask("probes", "methods").table("methods"))
                            .isEmpty());
        }
    }

    @Test
    @Tag("full")
    void withoutFlightRecorderWaitsAreNotKnownAndItSaysSo() {
        assertWaitsAreNotKnown(
                "this JVM runs without the module jdk.jfr",
                "--limit-modules",
                "java.instrument,jdk.unsupported,java.management");
    }

    @Test
    @Tag("full")
    void whereFlightRecorderIsSwitchedOffItSaysSo() {
        assertWaitsAreNotKnown("Flight Recorder is switched off in this JVM", "-XX:-FlightRecorder");
    }

    private void assertWaitsAreNotKnown(String reason, String... flags) {
        try (RunningJvm jvm = start(flags)) {
            JsonNode answer = tail(jvm, PATTERN, "--for", InjectedCauses.TIME, "--slow", "2ms", "--no-html");
            assertThat(CommandLine.messages(answer)).contains("waits of threads are not known: " + reason);
            assertThat(InjectedCauses.mainCauses(answer).get("sleep"))
                    .doesNotContainKeys("sleep", "code", "code or cpu");
        }
    }
}
