package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.Context;
import com.fasterxml.jackson.databind.JsonNode;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.common.ComponentLoader;
import java.io.IOException;
import java.util.List;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.backend.ScrapedJvm;
import org.latencyprobes.agent.fixture.slow.TracedCalls;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.slf4j.MDC;

/** Tests of the trace ids of slow calls. The first calls after a library has come may have none. */
@Tag("full")
final class TraceIT {

    private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String OTHER = "0af7651916cd43dd8448eb211c80319c";

    private static RunningJvm start(String options) {
        return ForkedJvm.of(TracedCalls.class)
                .quick()
                .addClassPath(ForkedJvm.homeOf(MDC.class), ForkedJvm.homeOf(LoggerContext.class))
                .addClassPath(ForkedJvm.homeOf(Context.class), ForkedJvm.homeOf(ThreadContext.class))
                .addClassPath(ForkedJvm.homeOf(LogEvent.class), ForkedJvm.homeOf(Span.class))
                .addClassPath(
                        ForkedJvm.homeOf(ComponentLoader.class),
                        ForkedJvm.homeOf(io.opentelemetry.context.Context.class))
                .withAgent("report=off,slow=20us," + options)
                .start()
                .awaitText("ready");
    }

    private static List<String> traces(RunningJvm jvm) {
        return AgentClient.to(jvm).ask("slow", "0").table("slow").stream()
                .map(row -> row.get("trace"))
                .filter(trace -> !trace.isEmpty())
                .toList();
    }

    /** Once the library is known, each call has its id, and one outside of a trace has none. */
    private static void expectTraces(RunningJvm jvm, String order) {
        jvm.await("a trace id by " + order, () -> {
            jvm.order(order + ' ' + ID);
            return traces(jvm).contains(ID);
        });
        List<String> before = traces(jvm);
        jvm.order(order + ' ' + OTHER);
        jvm.order("none");
        assertThat(traces(jvm)).containsOnlyOnce(OTHER).hasSize(before.size() + 1);
    }

    @Test
    void aSlowCallHasTheTraceIdOfLog4jsThreadContext() {
        try (RunningJvm jvm = start("clock=nanotime")) {
            expectTraces(jvm, "log4j trace_id");
        }
    }

    @Test
    void aSlowCallHasTheTraceIdOfOpenTelemetrysCurrentSpan() {
        try (RunningJvm jvm = start("clock=nanotime")) {
            expectTraces(jvm, "span");
        }
    }

    @Test
    void aKeyOfOnesOwnIsAskedForInsteadAndCanBeChangedAndSwitchedOff() {
        try (RunningJvm jvm = start("slow.trace=request")) {
            expectTraces(jvm, "slf4j request");
            int before = traces(jvm).size();
            jvm.order("slf4j trace_id " + ID);
            AgentClient.to(jvm).ask("attach", "slow.trace=off");
            jvm.order("slf4j request " + ID);
            assertThat(traces(jvm)).hasSize(before);
            AgentClient.to(jvm).ask("attach", "slow.trace=auto");
            jvm.await("a trace id again", () -> {
                jvm.order("slf4j trace_id " + ID);
                return traces(jvm).size() > before;
            });
        }
    }

    @Test
    void aLookUpAllocatesNothing() {
        try (RunningJvm jvm = start("clock=nanotime")) {
            expectTraces(jvm, "slf4j trace_id");
            SlowThresholds.awaitKeptCallsThatAllocateNothing(jvm, "slow");
        }
    }

    @Test
    void anApplicationThatIsGoneTakesItsLibraryAlongAndTheAgentLeavesNothing() {
        try (RunningJvm jvm = start("clock=nanotime")) {
            expectTraces(jvm, "slf4j trace_id");
            jvm.await("a trace id of the application", () -> {
                jvm.order("deployed " + "d".repeat(32));
                return traces(jvm).contains("d".repeat(32));
            });
            jvm.order("undeployed").awaitText("collected=true");
            jvm.order("leave").awaitText("leaves nothing=true");
        }
    }

    @Test
    void aSlowCallHasTheTraceIdOfSlf4jsDiagnosticContextAndTheCommandsShowIt()
            throws IOException, InterruptedException {
        try (RunningJvm jvm = start("clock=nanotime")) {
            JsonNode none = CommandLine.done("slow", jvm.pid());
            assertThat(none.get("slow")).isEmpty();
            expectTraces(jvm, "slf4j traceId");
            JsonNode slow = CommandLine.done("slow", jvm.pid(), "-n", 1_000);
            assertThat(slow.get("slow"))
                    .anyMatch(row -> row.get("trace").asText().equals(OTHER));
        }
    }

    @Test
    void theLastOneIsAnExemplarOfTheScrape() throws IOException, InterruptedException {
        try (RunningJvm jvm = start("clock=nanotime,prometheus.port=0")) {
            expectTraces(jvm, "slf4j trace_id");
            String url = ScrapedJvm.url(jvm);
            jvm.order("slf4j trace_id " + ID);
            jvm.await(
                    "the exemplar",
                    () -> scraped(url, "application/openmetrics-text; version=1.0.0")
                            .contains(" # {trace_id=\"" + ID + "\"} "));
            assertThat(scraped(url, "application/openmetrics-text; version=1.0.0")
                            .lines())
                    .filteredOn(line -> line.contains(ID))
                    .allMatch(line -> line.startsWith("probe_duration_seconds_bucket{"), "is of a bucket");
            assertThat(scraped(url, "text/plain")).doesNotContain(ID);
        }
    }

    private static String scraped(String url, String format) throws IOException, InterruptedException {
        return ScrapedJvm.text(ScrapedJvm.get(url, "Accept", format));
    }
}
