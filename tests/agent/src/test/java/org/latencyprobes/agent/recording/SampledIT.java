package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.Ticking;
import org.latencyprobes.agent.fixture.async.Stages;
import org.latencyprobes.agent.fixture.async.VirtualThreads;
import org.latencyprobes.agent.fixture.recording.Allocation;
import org.latencyprobes.agent.fixture.recording.ConfidenceIntervalCoverage;
import org.latencyprobes.agent.fixture.recording.TwoProbes;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of probes that count every call and time some. */
final class SampledIT {

    private static final int CALLS = 800_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"sampled(1/16)", "counted"})
    void everyCallOfEightThreadsIsCounted(String mode) {
        JvmResult result = ForkedJvm.of(TwoProbes.class)
                .withAgent("mode=" + mode)
                .arguments(CALLS)
                .run()
                .expectExit(0);
        assertThat(result.report().count("first")).isEqualTo(result.number("calls") / 2);
        assertThat(result.report().count("second")).isEqualTo(result.number("calls") / 2);
        assertThat(result.number("readAlong")).isEqualTo(result.number("calls"));
        assertThat(result.report().text()).contains("of 400,000 calls timed");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
    @Tag("full")
    void everyCallOfAHundredThousandVirtualThreadsIsCounted() {
        JvmResult result =
                ForkedJvm.of(VirtualThreads.class).withAgent("mode=1/16").run().expectExit(0);
        assertThat(result.report().count("called")).isEqualTo(2 * result.number("threads"));
    }

    /** How many do is chance, and what else the machine does while calls are timed twice. */
    @Test
    @Tag("nightly")
    void showsHowManyConfidenceIntervalsHoldTheTruth() {
        JvmResult result = ForkedJvm.of(ConfidenceIntervalCoverage.class)
                .withAgent("mode=sampled(1/16)")
                .run()
                .expectExit(0);
        assertThat(result.number("counted")).isEqualTo(result.number("calls"));
        System.out.println(
                result.fact("held") + " of " + result.fact("intervals") + " confidence intervals hold the truth");
    }

    @Test
    @Tag("full")
    void callsAllocateNothing() {
        JvmResult result = ForkedJvm.of(Allocation.class)
                .withAgent("mode=sampled(1/16)")
                .run()
                .expectExit(0);
        assertThat(result.number("bytes")).isZero();
        assertThat(result.report().count("throwing", "error")).isGreaterThan(result.number("calls"));
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"sampled(1/2)", "counted"})
    void stagesAreCountedByHowTheyEnd(String mode) {
        JvmResult result = ForkedJvm.of(Stages.class)
                .quick()
                .withAgent("mode=" + mode)
                .run()
                .expectExit(0);
        assertThat(result.report().count("later", "ok")).isEqualTo(10);
        assertThat(result.report().count("later", "error")).isEqualTo(5);
        assertThat(result.report().count("later", "cancelled")).isEqualTo(6);
        assertThat(result.report().count("later{until=return}")).isEqualTo(22);
    }

    @Test
    void commandsSwitchAndShowIt() {
        try (RunningJvm jvm =
                ForkedJvm.of(Ticking.class).quick().withAgent("report=stdout").start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            jvm.await("called", () -> client.ask("probes").count(Ticking.PROBE) > 0);
            assertThat(client.ask("mode", "sampled:16", "*").sentences()).containsExactly("1 probe is sampled(1/16)");
            assertThat(client.ask("status").cell("status", "mode", "value")).isEqualTo("sampled(1/16)");
            assertThat(client.ask("probes").cell("probes", Ticking.PROBE, "mode"))
                    .isEqualTo("sampled(1/16)");
            client.ask("mark", "sampled");
            jvm.await("sampled", () -> !timed(client).isEmpty());
            Map<String, String> row =
                    client.ask("report", "sampled").table("report").get(0);
            assertThat(Long.parseLong(row.get("timed"))).isLessThan(Long.parseLong(row.get("count")));
            client.ask("mode", "counted", Ticking.PROBE);
            assertThat(client.ask("probes").cell("probes", Ticking.PROBE, "mode"))
                    .isEqualTo("counted");
            assertThat(client.send("mode", "sampled(1/1)", "*").expectExit(2).sentences())
                    .containsExactly("mode \"sampled(1/1)\" is not allowed;"
                            + " it takes on, sampled(1/n) with n from 2 to 65536, counted or off");
        }
    }

    private static String timed(AgentClient client) {
        ParsedAnswer answer = client.ask("report", "sampled");
        return answer.table("report").isEmpty()
                ? ""
                : answer.table("report").get(0).get("timed");
    }

    @Test
    @Tag("full")
    void theLogHoldsWhatWasTimedAndSaysHowMuchWasNot() throws IOException {
        Path log = folder.resolve("sampled.hlog");
        ForkedJvm.of(Calls.class)
                .quick()
                .withAgent("mode=counted,hlog=" + log)
                .arguments(1_000)
                .run()
                .expectExit(0);
        assertThat(Files.readString(log))
                .contains("#[Untimed: 1000 calls of the next line were counted and not timed]\nTag=Calls.probed;ok,");
        JvmResult merged = ForkedJvm.ofJar(ForkedJvm.AGENT)
                .arguments("merge", log, "-o", "json")
                .run()
                .expectExit(0);
        assertThat(merged.stdout()).contains("\"probe\":\"Calls.probed\"", "\"count\":1000", "\"timed\":0");
    }
}
