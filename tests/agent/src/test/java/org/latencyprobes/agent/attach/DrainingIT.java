package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.attach.Draining;
import org.latencyprobes.agent.fixture.attach.FirstInHook;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests that calls in the application's shutdown hooks count, since our hook runs after them. */
final class DrainingIT {

    private static final String PROBE = "draining";

    @TempDir
    private Path folder;

    private Path log() {
        return folder.resolve("test.hlog");
    }

    private ForkedJvm jvm(String... arguments) {
        return ForkedJvm.of(Draining.class).quick().withAgent("hlog=" + log()).arguments((Object[]) arguments);
    }

    private void assertComplete(JvmResult result) throws IOException {
        long calls = result.number("calls");
        assertThat(result.report().count(PROBE)).isEqualTo(calls);
        assertThat(logged()).isEqualTo(calls);
        assertThat(result.messages()).isEmpty();
    }

    private long logged() throws IOException {
        long count = 0;
        try (HistogramLogReader reader = new HistogramLogReader(log().toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram line = reader.nextIntervalHistogram();
                count += line.getTag().startsWith(PROBE) ? ((org.HdrHistogram.Histogram) line).getTotalCount() : 0;
            }
        }
        return count;
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "end"})
    void callsInShutdownHooksAreInTheLogAndTheReport(String ending) throws IOException {
        assertComplete(jvm(ending).run().expectExit(ending.equals("exit") ? 3 : 0));
    }

    @Test
    @Tag("full")
    void soAreThoseAfterATermination() throws IOException {
        assertComplete(jvm("wait").start().awaitText("state=ready").terminate().expectExit(128 + 15));
    }

    /** As long as there was no probe before, the agent's own hook runs beside those of the application. */
    @Tag("full")
    @Test
    void soAreThoseOfAHookThatLoadedTheFirstClassWithAProbe() {
        JvmResult result = ForkedJvm.of(FirstInHook.class)
                .quick()
                .flags("--add-opens=java.base/java.lang=ALL-UNNAMED")
                .withAgent()
                .run()
                .expectExit(0);
        assertThat(result.report().count("first in hook")).isEqualTo(result.number("calls"));
        assertThat(result.stderr()).containsOnlyOnce("since the start");
        assertThat(result.messages()).isEmpty();
    }

    @Tag("full")
    @Test
    void afterADetachTheEndIsTheApplicationsAlone() {
        RunningJvm jvm = jvm("wait").start().awaitText("state=ready");
        AgentClient.to(jvm).ask("detach");
        JvmResult result = jvm.terminate().expectExit(128 + 15);
        assertThat(result.number("calls")).isPositive();
        assertThat(result.stderr()).doesNotContain("since the start");
    }

    @Tag("full")
    @Test
    void anAgentThatCameAgainReportsOnce() {
        RunningJvm jvm = jvm("wait").start().awaitText("state=ready");
        AgentClient.to(jvm).ask("detach");
        AgentClient.to(jvm).ask("attach");
        JvmResult result = jvm.terminate().expectExit(128 + 15);
        assertThat(result.stderr()).containsOnlyOnce("since the start");
        assertThat(result.report().count(PROBE)).isEqualTo(100);
    }

    /** Whoever waits for hooks that never end has a report when the JVM is killed. */
    @Test
    @Tag("full")
    void aReportComesEarlyWhereHooksDoNotEnd() {
        RunningJvm jvm = jvm("exit", "endless")
                .start()
                .awaitText("hooks still run after")
                .awaitText("weaving: ");
        JvmResult result = jvm.kill();
        assertThat(PrintedReport.in(result.stderr()).count(PROBE)).isGreaterThanOrEqualTo(50);
    }
}
