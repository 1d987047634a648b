package org.latencyprobes.micrometer;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.probe.HubCost;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** Tests that backends are told what measuring costs, and how much of each probe it is. */
class NestedMetricsTest {

    private static final double TIMED_NANOS = 50;
    private static final double COUNTED_NANOS = 4;

    @BeforeEach
    void setCost() {
        HubCost.set(TIMED_NANOS, COUNTED_NANOS);
    }

    @AfterEach
    void forgetCost() {
        HubCost.set(0, 0);
    }

    /** A call with so many calls of 60 ns inside it. */
    private static void call(String name, long nanos, int inside) {
        ProbeRecorder inner = ProbeRecorder.named(name + " inner");
        begin(1_000);
        for (int i = 1; i <= inside; i++) {
            begin(1_000 + i);
            inner.sampleNested(60, 1_000 + i, Outcome.OK);
        }
        ProbeRecorder.named(name).sampleNested(nanos, 1_000, Outcome.OK);
    }

    private static void begin(long start) {
        OpenCalls.ofCurrentThread().begin(start);
    }

    @Test
    void prometheusHasTheShareOfProbesWithOthersInside() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        call("scraped", 2_500, 25);
        try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
            metrics.bindTo(registry);
            assertThat(share(registry.scrape())).isCloseTo(0.5, within(0.01));
            call("scraped", 5_000, 25);
            assertThat(share(registry.scrape()))
                    .as("of what came since the publish before")
                    .isCloseTo(0.25, within(0.01));
            String scrape = registry.scrape();
            assertThat(share(scrape)).as("of the last that came").isCloseTo(0.25, within(0.01));
            assertThat(scrape).doesNotContain("probe_overhead_share{outcome=\"ok\",probe=\"scraped inner\"}");
        }
    }

    private static double share(String scrape) {
        Matcher line = Pattern.compile("(?m)^probe_overhead_share\\{outcome=\"ok\",probe=\"scraped\"\\} (\\S+)$")
                .matcher(scrape);
        assertThat(line.find()).as(scrape).isTrue();
        return Double.parseDouble(line.group(1));
    }

    @Test
    void plainRegistryHasItOnceAProbeIsCalledInside() {
        MeterRegistry registry = new SimpleMeterRegistry();
        call("plain", 2_500, 0);
        try (LatencyProbesMetrics metrics =
                LatencyProbesMetrics.builder().withoutThread().build()) {
            metrics.bindTo(registry);
            read(registry);
            metrics.poll();
            assertThat(shareOfPlain(registry)).isNull();
            call("plain", 2_500, 25);
            await().atMost(1, MINUTES).until(() -> {
                read(registry);
                metrics.poll();
                return shareOfPlain(registry) != null;
            });
            assertThat(shareOfPlain(registry).value()).isBetween(0.2, 0.51); // with the call before, or without
        }
        assertThat(shareOfPlain(registry)).isNull();
    }

    private static Gauge shareOfPlain(MeterRegistry registry) {
        return registry.find("probe.overhead.share").tag("probe", "plain").gauge();
    }

    private static void read(MeterRegistry registry) {
        registry.get("probe.duration.count")
                .tags("probe", "plain", "outcome", "ok")
                .functionCounter()
                .count();
    }

    @Test
    void selfTimesAreAMeterOfTheirOwn() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ProbeRecorder probe = ProbeRecorder.named("with self");
        try (LatencyProbesMetrics metrics =
                LatencyProbesMetrics.builder().slo(Duration.ofNanos(100)).build()) {
            metrics.bindTo(registry);
            probe.self().open();
            call("with self", 2_500, 25);
            registry.scrape();
            double before = registry.get("probe.published").gauge().value();
            call("with self", 2_500, 25);
            probe.self().sample(2_500, Outcome.OK);
            String scrape = registry.scrape();
            String labels = "{outcome=\"ok\",probe=\"with self\"}";
            assertThat(scrape)
                    .contains("probe_self_seconds_count" + labels + " 1\n")
                    .contains("probe_duration_seconds_count" + labels + " 2\n")
                    .contains("probe_self_max_seconds" + labels + " 1.0E-6")
                    .doesNotContain("probe_self_slo");
            assertThat(scrape.lines()
                            .filter(line ->
                                    line.startsWith("probe_duration_slo_over_total") && line.contains("\"with self\"")))
                    .hasSize(2);
            assertThat(registry.get("probe.published").gauge().value()).isEqualTo(before);
        }
    }

    @Test
    void measuringCostsWhatTheOwnerOfTheProbesSaysOfTimedAndCountedCalls() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (LatencyProbesMetrics metrics = new LatencyProbesMetrics()) {
            metrics.bindTo(registry);
            double before = measuredNanos(registry);
            ProbeRecorder probe = ProbeRecorder.named("with cost");
            probe.timesOneIn(16);
            for (int call = 0; call < 1_000; call++) {
                probe.recordNanos(100);
                probe.countUntimed(Outcome.OK);
            }
            assertThat(measuredNanos(registry) - before).isCloseTo(1_000 * (TIMED_NANOS + COUNTED_NANOS), within(0.1));
        }
    }

    private static double measuredNanos(PrometheusMeterRegistry registry) {
        registry.scrape();
        return 1e9 * registry.get("probe.overhead").functionCounter().count();
    }
}
