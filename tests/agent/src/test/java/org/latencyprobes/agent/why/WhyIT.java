package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.fixture.why.DeoptimisedOnPurpose;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.PseudoTerminal;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the command {@code why} on a JVM whose methods are slow for known reasons. */
@EnabledOnOs(OS.LINUX)
final class WhyIT {

    private static final String NAME = SlowOnPurpose.class.getSimpleName();
    private static final String PATTERN = SlowOnPurpose.class.getName() + "#*";

    @TempDir
    private Path folder;

    private static RunningJvm start(String... flags) {
        return ForkedJvm.of(SlowOnPurpose.class)
                .flags("-XX:TieredStopAtLevel=1")
                .flags(flags)
                .start()
                .awaitText("ready");
    }

    @Test
    @Tag("each-jdk")
    void saysWhatEachSlowCallWaitedForAndLeaves() throws IOException {
        Path page = folder.resolve("why.html");
        try (RunningJvm jvm = start()) {
            JsonNode answer = InjectedCauses.watched(
                    jvm, InjectedCauses.BY_METHOD, WhyIT::tellsOfTheHolder, PATTERN, "-o", "html=" + page);
            assertThat(CommandLine.messages(answer)).contains("detached: 1 class restored");
            assertThat(AgentClient.to(jvm).send("status").exitCode()).isEqualTo(4);
            assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("Single calls");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void noLineIsLongerThanTheTerminalIsWide() throws Exception {
        assumeTrue(PseudoTerminal.isPossible(), "there is no program script, of util-linux, to make a terminal");
        String probe = "a.name.that.takes.most.of.a.line.and.the.figures.the.rest";
        try (RunningJvm jvm = start();
                PseudoTerminal terminal = new PseudoTerminal(
                        folder,
                        82,
                        30,
                        "TERM=xterm-256color 2>progress",
                        List.of(
                                Jdk.HOME.resolve("bin/java").toString(),
                                "-jar",
                                ForkedJvm.AGENT.toString(),
                                "why",
                                String.valueOf(jvm.pid()),
                                SlowOnPurpose.class.getName() + "#sleep as \"" + probe + '"',
                                "--yes",
                                "--for=1h",
                                "--timeout=600",
                                "-o=text"))) {
            Path progress = folder.resolve("progress");
            jvm.await(
                    "the watch",
                    () -> Files.exists(progress) && Files.readString(progress).contains("watching for"));
            long before = AgentClient.to(jvm).ask("probes").count(probe);
            jvm.await(
                    "a call in its time",
                    () -> AgentClient.to(jvm).ask("probes").count(probe) > before);
            terminal.type("\u0003").await("ended with 0");
            assertThat(terminal.printed()).contains(probe).contains("p99.9");
            assertThat(terminal.printed().replace("^C", "").lines()).allMatch(line -> line.length() <= 82);
        }
    }

    /** Of the lock, and of the monitor that calls wait for before they begin. */
    static boolean tellsOfTheHolder(JsonNode answer) {
        return CommandLine.rows(answer, "causes", "cause", "lock").toString().contains("held by \\\"lock-holder\\\"")
                && answer.get("monitorEntries").findValuesAsText("probe").contains(NAME + ".monitor");
    }

    /** ZGC collects beside the thread that asks, so nothing stands still. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC"})
    @Tag("full")
    void saysItWithEachCollector(String collector) {
        Map<String, String> injected = new TreeMap<>(InjectedCauses.BY_METHOD);
        if (collector.contains("ZGC")) {
            injected.remove("gc");
        }
        try (RunningJvm jvm = start(collector)) {
            JsonNode answer = InjectedCauses.watched(jvm, injected, any -> true, PATTERN);
            assertThat(answer.get("slowCalls")).isNotEmpty();
        }
    }

    /** Compiled on the spot, so that it does not depend on how busy the compilers are. */
    @Test
    @Tag("full")
    @Tag("each-jdk")
    void saysWhichCodeWasDeoptimisedInSlowCalls() {
        String code = DeoptimisedOnPurpose.Branching.class.getName();
        String slow = DeoptimisedOnPurpose.class.getSimpleName() + ".slow";
        try (RunningJvm jvm = ForkedJvm.of(DeoptimisedOnPurpose.class)
                .flags("-Xbatch", "-XX:CompileCommand=dontinline," + code + "::applyAsInt")
                .start()
                .awaitText("ready")) {
            jvm.await("code that was deoptimised", () -> {
                try (WhyWatcher watch = new WhyWatcher(
                        jvm, DeoptimisedOnPurpose.class.getName() + "#slow", "--slow", "2ms", "-o", "json")) {
                    JsonNode answer =
                            watch.awaitSlow(InjectedCauses.CALLS, List.of(slow)).explained();
                    return answer.get("slowCalls").findValues("deoptimised").stream()
                            .anyMatch(sites -> sites.toString().contains("Branching.applyAsInt (unstable_"));
                }
            });
        }
    }

    @Test
    @Tag("full")
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
    void virtualThreadsThatHaveNamesAreToldAsVirtual() throws IOException {
        String probe = NamedVirtualThreads.class.getSimpleName() + ".parked";
        try (RunningJvm jvm = ForkedJvm.of(NamedVirtualThreads.class).start().awaitText("ready");
                WhyWatcher watch = new WhyWatcher(
                        jvm, NamedVirtualThreads.class.getName() + "#parked", "--slow", "2ms", "-o", "text")) {
            String told = watch.awaitSlow(InjectedCauses.CALLS, List.of(probe))
                    .interrupt()
                    .finish()
                    .expectExit(0)
                    .stdout();
            assertThat(told).containsPattern("  virtual thread \\d+ order-[1-4]: ");
        }
    }

    /** Whether the command attached the agent, or it was there. Both are waited for at once, since each takes half a minute. */
    @Test
    @Tag("full")
    void whatAKilledCommandBeganTheAgentUndoes() {
        try (RunningJvm jvm = start();
                RunningJvm staying =
                        ForkedJvm.of(SlowOnPurpose.class).withAgent("").start().awaitText("ready");
                WhyWatcher watch = new WhyWatcher(jvm, PATTERN);
                WhyWatcher other = new WhyWatcher(staying, PATTERN)) {
            assertThat(AgentClient.to(jvm).ask("status").cell("status", "why", "value"))
                    .startsWith("it watches for ");
            assertThat(CommandLine.run("why", jvm.pid(), PATTERN).expectExit(1).stderr())
                    .containsPattern("another why is under way .* undone within \\d+ s .*; detach " + jvm.pid());
            watch.command().kill();
            other.command().kill();
            jvm.awaitText("has not come back: leaving").awaitText("detached: 1 class restored");
            AgentClient client = AgentClient.to(staying);
            staying.awaitText("has not come back: what it began is undone")
                    .await(
                            "no probe",
                            () -> client.ask("probes", "methods")
                                    .table("methods")
                                    .isEmpty());
            assertThat(client.ask("status").table("status"))
                    .noneMatch(fact -> fact.get("key").equals("why"));
        }
    }

    @Test
    @Tag("full")
    void aPageThatNobodyAskedForIsLeftOutWhereItCannotBe() throws IOException {
        try (RunningJvm jvm = start()) {
            String page = "why-" + jvm.pid() + ".html";
            Files.createDirectory(folder.resolve(page));
            assertThat(CommandLine.of(ForkedJvm.AGENT, "why", jvm.pid(), PATTERN, "--for", "1s")
                            .afterShell("cd " + folder)
                            .run()
                            .expectExit(0)
                            .stdout())
                    .contains("no page is written: " + page + " is a folder");
        }
    }

    @Test
    @Tag("full")
    void aCommandThatIsAskedToEndUndoesWhatItBegan() {
        try (RunningJvm jvm = start();
                WhyWatcher watch = new WhyWatcher(jvm, PATTERN)) {
            watch.command().terminate();
            jvm.awaitText("detached: 1 class restored")
                    .await(
                            "the agent's end",
                            () -> AgentClient.to(jvm).send("status").exitCode() == 4);
        }
    }

    @Test
    @Tag("full")
    void anAgentThatIsThereKeepsItsOwnPatternsOnlyAlsoWhereThePageCannotBeWritten() throws IOException {
        try (RunningJvm jvm = ForkedJvm.of(SlowOnPurpose.class)
                .quick()
                .withAgent("probes=" + PATTERN.replace("*", "sleep"))
                .start()
                .awaitText("ready")) {
            Path tooLong = folder.resolve("x".repeat(300));
            JsonNode answer = CommandLine.json("why", jvm.pid(), PATTERN, "--for", "1s", "-o", "html=" + tooLong);
            assertThat(answer.get("exitCode").asInt()).as("%s", answer).isEqualTo(1);
            assertThat(CommandLine.messages(answer))
                    .contains("pattern removed: " + PATTERN)
                    .anyMatch(message ->
                            message.startsWith("the page cannot be written: ") && message.contains(tooLong.toString()));
            assertThat(AgentClient.to(jvm).ask("probes", "methods").table("methods"))
                    .extracting(row -> row.get("method"))
                    .containsExactly("sleep()");
        }
    }

    @Test
    @Tag("full")
    void whatACommandExcludedIsExcludedAgain() throws IOException {
        String sleep = PATTERN.replace("*", "sleep");
        try (RunningJvm jvm = ForkedJvm.of(SlowOnPurpose.class)
                .quick()
                .withAgent("probes=" + sleep)
                .start()
                .awaitText("ready")) {
            AgentClient client = AgentClient.to(jvm);
            client.ask("unprobe", NAME + ".sleep");
            JsonNode answer;
            try (WhyWatcher watch = new WhyWatcher(jvm, sleep, sleep, "--slow", "500us", "-o", "json")) {
                answer = watch.awaitSlow(1, List.of(NAME + ".sleep")).explained();
            }
            assertThat(answer.get("slowCalls")).isNotEmpty();
            assertThat(CommandLine.messages(answer))
                    .contains("excluded again: " + sleep + "()")
                    .noneMatch(message -> message.startsWith("pattern removed"));
            assertThat(client.ask("status").table("patterns"))
                    .extracting(row -> row.get("what"), row -> row.get("source"))
                    .containsExactlyInAnyOrder(tuple("probed", "agent argument"), tuple("excluded", "command unprobe"));
            jvm.await(
                    "no probe",
                    () -> client.ask("probes", "methods").table("methods").isEmpty());
        }
    }

    @Test
    @Tag("full")
    @Tag("each-jdk")
    void withoutFlightRecorderWaitsAreKnownFromSamplesAndItSaysSo() {
        assertWaitsAreSampled(
                "this JVM runs without the module jdk.jfr",
                "--limit-modules",
                "java.instrument,jdk.unsupported,java.management");
    }

    @Test
    @Tag("full")
    @Tag("each-jdk")
    void whereFlightRecorderIsSwitchedOffItSaysSo() {
        assertWaitsAreSampled("Flight Recorder is switched off in this JVM", "-XX:-FlightRecorder");
    }

    private static void assertWaitsAreSampled(String reason, String... flags) {
        try (RunningJvm jvm = start(flags)) {
            String sleep = PATTERN.replace("*", "sleep");
            JsonNode answer = InjectedCauses.watched(jvm, Map.of("sleep", "sleep"), any -> true, sleep);
            assertThat(CommandLine.messages(answer))
                    .contains("waits of threads are known from samples alone: " + reason);
        }
    }
}
