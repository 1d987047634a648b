package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** Tests that a backend is told of every call, and of the durations of those alone that were timed. */
class SampledMetricsTest {

    private static final String PROBE = "sampled metrics";

    private static ProbeRecorder sampled(String name) {
        ProbeRecorder probe = ProbeRecorder.named(name);
        probe.timesOneIn(16);
        probe.recordNanos(2_000);
        for (int call = 0; call < 15; call++) {
            probe.countUntimed(Outcome.OK);
        }
        probe.countUntimed(Outcome.ERROR);
        return probe;
    }

    @Test
    void prometheusHasACounterOfCallsBesideTheHistogram() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
            metrics.bindTo(registry);
            sampled(PROBE);
            assertThat(registry.scrape())
                    .contains("probe_duration_calls_total{outcome=\"ok\",probe=\"" + PROBE + "\"} 16.0")
                    .contains("probe_duration_seconds_count{outcome=\"ok\",probe=\"" + PROBE + "\"} 1\n")
                    .contains("probe_duration_calls_total{outcome=\"error\",probe=\"" + PROBE + "\"} 1.0")
                    .contains("probe_duration_seconds_count{outcome=\"error\",probe=\"" + PROBE + "\"} 0\n");
        }
    }

    @Test
    void aPlainRegistryHasTheNumberOfTheTimedBesideTheCount() {
        MeterRegistry registry = new SimpleMeterRegistry();
        sampled(PROBE + " plain");
        try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
            metrics.bindTo(registry);
            assertThat(counter(registry, "probe.duration.count")).isEqualTo(16);
            assertThat(counter(registry, "probe.duration.timed")).isEqualTo(1);
            assertThat(counter(registry, "probe.duration.sum")).isBetween(1_980.0, 2_020.0);
        }
    }

    private static double counter(MeterRegistry registry, String name) {
        return registry.get(name)
                .tags("probe", PROBE + " plain", "outcome", "ok")
                .functionCounter()
                .count();
    }
}
