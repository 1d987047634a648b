package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.fixture.HelloWorld;
import org.latencyprobes.agent.fixture.recording.ChangingClock;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PatchedCounter;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the clock that calls are timed by: which one it is, and what becomes of calls when it is left. */
@Tag("each-jdk")
@Tag("full")
final class ClockIT {

    private static final double MOST_DRIFT = 0.2;
    private static final double BUCKET = 0.0079;
    private static final String TRIED_FOR_TOO_LONG = "its trial took longer than";
    private static final String LEFT = "clock: nanotime from now on, no longer tsc";

    @TempDir
    private static Path folder;

    private static String counter;

    @BeforeAll
    static void patch() throws IOException {
        counter = PatchedCounter.flag(folder);
    }

    private static JvmResult calls(String options, String... flags) {
        return ForkedJvm.of(Calls.class)
                .flags(flags)
                .withAgent("report=stdout," + options)
                .arguments(1_000)
                .run()
                .expectExit(0);
    }

    @Test
    void aCounterThatPassesItsCheckIsTheClock() {
        JvmResult result = tried(
                        ForkedJvm.of(CallsOnRequest.class)
                                .flags(counter, "-XX:+EnableDynamicAgentLoading") // else the JVM warns from 21 on
                                .withAgent("report=stdout,clock=auto"),
                        "woven 1000")
                .tellToEnd()
                .expectExit(0);
        assertThat(result.stderr()).isEmpty();
        assertThat(result.stdout()).contains("clock: tsc, ", " ppm ");
        assertThat(PrintedReport.in(result.stdout()).count("woven")).isEqualTo(1_000);
    }

    @Test
    void aCounterWithAWrongFrequencyIsNot() {
        JvmResult result = calls("clock=auto", counter, "-Dcounter.frequency=2510000000");
        assertThat(result.stderr()).isEmpty();
        assertThat(result.stdout()).contains("clock: nanotime, ");
        assertThat(PrintedReport.in(result.stdout()).count("Calls.probed")).isEqualTo(1_000);
    }

    @Test
    void whoWantsTheCounterIsToldWhyNot() {
        JvmResult result = calls("clock=tsc", counter, "-Dcounter.frequency=2490000000");
        while (result.stderr().contains(TRIED_FOR_TOO_LONG)) {
            result = calls("clock=tsc", counter, "-Dcounter.frequency=2490000000");
        }
        assertThat(result.stderr()).contains("clock=tsc cannot be followed", "rate");
        assertThat(result.stdout()).contains("clock: nanotime, ");
    }

    @Test
    void whoWantsNanotimeHasIt() {
        assertThat(calls("clock=nanotime", counter).stdout()).contains("clock: nanotime, ");
    }

    @Test
    void aJvmWhoseFastClockIsOffHasNanotime() {
        JvmResult result = calls("clock=auto", "-XX:+UnlockExperimentalVMOptions", "-XX:-UseFastUnorderedTimeStamps");
        assertThat(result.stderr()).isEmpty();
        assertThat(result.stdout()).contains("clock: nanotime, ");
        assertThat(PrintedReport.in(result.stdout()).count("Calls.probed")).isEqualTo(1_000);
    }

    @Test
    void nothingOfFlightRecorderIsLoadedBeforeTheFirstProbeOrForNanotime() throws IOException {
        Path log = folder.resolve("loaded.log");
        String flag = "-Xlog:class+load:file=" + log;
        ForkedJvm.of(HelloWorld.class).flags(flag).withAgent().run().expectExit(0);
        assertThat(Files.readString(log)).contains("org.latencyprobes.").doesNotContain("jdk.jfr.internal.JVM ");
        calls("clock=nanotime", flag);
        assertThat(Files.readString(log)).contains("NanoTimeClock").doesNotContain("jdk.jfr.internal.JVM ");
        calls("clock=auto", flag);
        assertThat(Files.readString(log)).contains("jdk.jfr.internal.JVM ");
    }

    @Test
    void callsAreRightOrNotRecordedWhereACounterThatDriftsIsLeft() {
        try (RunningJvm jvm = changing("-Dcounter.mayDrift=true")) {
            begin(jvm, "tsc");
            jvm.tell("drift").awaitText(LEFT);
            JvmResult result = end(jvm);
            assertThat(result.stderr()).containsOnlyOnce(LEFT).contains("its rate was wrong by");
            expectRightCalls(result);
        }
    }

    @Test
    void callsAreRightOrNotRecordedWhereTheUserLeavesTheCounter() {
        try (RunningJvm jvm = changing()) {
            begin(jvm, "tsc");
            AgentClient.to(jvm).loadAgent("clock=nanotime");
            jvm.awaitText(LEFT);
            AgentClient.to(jvm).loadAgent("clock=auto");
            JvmResult result = end(jvm);
            assertThat(result.stderr()).containsOnlyOnce(LEFT).contains("clock=nanotime is wanted", "not left again");
            expectRightCalls(result);
        }
    }

    /** Where the system doesn't let it be so, it says why, and all else is the same. */
    @Test
    void aCounterOfOurOwnIsSwitchedToWhereItCanBeHad() {
        try (RunningJvm jvm = ForkedJvm.of(CallsOnRequest.class)
                .withAgent("report=stdout,clock=rdtsc")
                .start()
                .awaitText("ready")) {
            jvm.order("woven 1000");
            AgentClient client = AgentClient.to(jvm);
            jvm.await("ready, or a reason", () -> {
                String clock = client.ask("status").cell("status", "clock", "value");
                return !clock.equals("nanotime")
                        || client.ask("status").toString().contains("rdtsc can't be had: ");
            });
            jvm.order("woven 1000");
            String clock = client.ask("status").cell("status", "clock", "value");
            JvmResult result = jvm.tellToEnd().expectExit(0);
            assertThat(result.stdout()).contains("clock: " + clock + ", ");
            assertThat(result.stderr()).doesNotContain("restricted method", "native-access");
            assertThat(PrintedReport.in(result.stdout()).count("woven")).isEqualTo(2_000);
        }
    }

    private static RunningJvm changing(String... flags) {
        return tried(
                ForkedJvm.of(ChangingClock.class).flags(counter).flags(flags).withAgent("report=off"), "enter");
    }

    /** A JVM whose counter was tried once it has followed an order. Where the machine was too busy for that, another JVM is started. */
    private static RunningJvm tried(ForkedJvm forked, String order) {
        RunningJvm jvm = forked.start().awaitText("ready");
        jvm.order(order);
        if (AgentClient.to(jvm).ask("status").toString().contains(TRIED_FOR_TOO_LONG)) {
            jvm.close();
            return tried(forked, order);
        }
        return jvm;
    }

    /** With a call, which has been entered, and a stage that are under way. */
    private static void begin(RunningJvm jvm, String clock) {
        jvm.order("begin");
        jvm.tell("rest").awaitText("not recorded: 0");
        assertThat(AgentClient.to(jvm).ask("status").cell("status", "clock", "value"))
                .isEqualTo(clock);
    }

    /** The second rest parts the calls around the switch from those after it. */
    private static JvmResult end(RunningJvm jvm) {
        jvm.tell("rest").awaitTexts("not recorded: ", 2);
        jvm.order("leave");
        jvm.order("begin");
        jvm.order("complete");
        jvm.order("enter");
        jvm.order("leave");
        assertThat(AgentClient.to(jvm).ask("status").cell("status", "clock", "value"))
                .isEqualTo("nanotime");
        return jvm.tellToEnd().expectExit(0);
    }

    /** Only calls around the switch are not recorded. */
    private static void expectRightCalls(JvmResult result) {
        long notRecorded = result.number("not.recorded");
        assertThat(result.stdout().lines().filter(line -> line.startsWith("not recorded: ")))
                .containsExactly("not recorded: 0", "not recorded: " + notRecorded);
        assertThat(result.number("recorded")).isEqualTo(result.number("calls") - notRecorded);
        assertThat(result.number("clamped")).isZero();
        assertThat((double) result.number("least.recorded")).isGreaterThan(result.number("least") * (1 - BUCKET));
        assertThat((double) result.number("max.recorded")).isLessThan(result.number("max") * (1 + MOST_DRIFT + BUCKET));
        for (int percentile : new int[] {50, 90}) {
            assertThat((double) result.number(percentile + ".recorded"))
                    .isBetween(
                            result.number(percentile + ".body") * (1 - BUCKET),
                            result.number(percentile + ".caller") * (1 + MOST_DRIFT + BUCKET));
        }
        assertThat(result.number("waiting"))
                .as("the call that was under way, and one after")
                .isEqualTo(1);
        assertThat(result.number("pending"))
                .as("the stage that was pending, and one after")
                .isEqualTo(1);
    }
}
