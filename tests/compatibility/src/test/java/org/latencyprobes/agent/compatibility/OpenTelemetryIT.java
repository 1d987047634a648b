package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.compatibility.fixture.Traced;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** OpenTelemetry's agent beside ours, both at the same methods: all spans are made, all calls counted. */
@Tag("full")
final class OpenTelemetryIT {

    private static final Pattern SPAN = Pattern.compile("LoggingSpanExporter - '(Traced\\.\\w+)' : (\\w{32}) ");
    private static final int TRACES = 20;
    private static final int WITHIN = 3 * TRACES;

    private static ForkedJvm traced() {
        return ForkedJvm.of(Traced.class)
                .quick()
                .flags("-Dotel.traces.exporter=logging", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none")
                .flags("-Dotel.instrumentation.methods.include=" + Traced.class.getName() + "[outer,inner]");
    }

    private static String openTelemetry() {
        return "-javaagent:" + Environment.agent("opentelemetry");
    }

    @Test
    @Tag("nightly")
    void beforeOurs() {
        assertNothingUndone(traced().flags(openTelemetry()).withAgent());
        Finding.OPENTELEMETRY_BEFORE.holds("every span made, every call counted");
    }

    @Test
    void afterOurs() {
        assertNothingUndone(traced().withAgent().flags(openTelemetry()));
        Finding.OPENTELEMETRY_AFTER.holds("every span made, every call counted");
    }

    private static void assertNothingUndone(ForkedJvm jvm) {
        JvmResult result = jvm.run().expectExit(0);
        assertSpansOf(TRACES, result);
        assertThat(result.report().count("Traced.outer")).isEqualTo(TRACES);
        assertThat(result.report().count("Traced.inner")).isEqualTo(WITHIN);
    }

    private static void assertSpansOf(long traces, JvmResult result) {
        List<MatchResult> spans = SPAN.matcher(result.stderr()).results().toList();
        assertThat(spans.stream().collect(Collectors.groupingBy(span -> span.group(1), Collectors.counting())))
                .as("spans, %s", result)
                .containsEntry("Traced.outer", traces)
                .containsEntry("Traced.inner", 3 * traces);
        assertThat(spans.stream().map(span -> span.group(2)).distinct()).hasSize((int) traces);
    }

    @Test
    void attachedAndDetachedAtRunTime() {
        try (RunningJvm jvm = traced().flags("-XX:+EnableDynamicAgentLoading", openTelemetry())
                .arguments("again")
                .start()) {
            AttachAndDetach.of(jvm, "Traced.outer");
            JvmResult result = jvm.tellToEnd().expectExit(0);
            assertSpansOf(result.number("calls"), result);
        }
        Finding.OPENTELEMETRY_VISITED.holds("every span made");
    }
}
