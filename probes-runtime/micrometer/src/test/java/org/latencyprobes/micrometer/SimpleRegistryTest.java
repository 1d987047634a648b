package org.latencyprobes.micrometer;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.probe.ProbeRecorder;

class SimpleRegistryTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final LatencyProbesMetrics metrics = LatencyProbesMetrics.builder()
            .percentiles(0.5, 0.99, 1)
            .slo(Duration.ofMillis(1))
            .buckets(Duration.ofNanos(11_000), Duration.ofMillis(10))
            .every(Duration.ofMillis(20), Duration.ofMillis(20))
            .build();

    @AfterEach
    void close() {
        metrics.close();
    }

    private double counter(String name, String probe, String... tags) {
        return registry.get(name)
                .tags("probe", probe, "outcome", "ok")
                .tags(tags)
                .functionCounter()
                .count();
    }

    private double micros(String name, String probe, String... tags) {
        return registry.get(name)
                .tags("probe", probe, "outcome", "ok")
                .tags(tags)
                .timeGauge()
                .value(TimeUnit.MICROSECONDS);
    }

    @Test
    void stallsHaveAMeterOfTheirOwnAndTheirKindAsTag() {
        metrics.bindTo(registry);
        ProbeRecorder.jitter("jitter.stall", "kind", "gc").recordNanos(2_000_000);
        await().atMost(1, MINUTES)
                .until(() ->
                        registry.find("probe.stall.count").tag("kind", "gc").functionCounter() != null);
        Meter counter = registry.get("probe.stall.count").functionCounter();
        assertThat(counter.getId().getTags()).hasSize(1);
        assertThat(registry.get("probe.stall.sum").functionCounter().count()).isCloseTo(2e6, within(2e6 * 0.004));
    }

    @Test
    void slowCallsHaveAMeterOfTheirOwnAndProbeAndCauseAsTags() {
        metrics.bindTo(registry);
        ProbeRecorder.jitter("jitter.slow", "probe", "place", "cause", "gc").recordNanos(2_000_000);
        await().atMost(1, MINUTES)
                .until(() ->
                        registry.find("probe.slow.count").tag("cause", "gc").functionCounter() != null);
        Meter counter = registry.get("probe.slow.count").functionCounter();
        assertThat(counter.getId().getTags()).hasSize(2);
        assertThat(counter.getId().getTag("probe")).isEqualTo("place");
        assertThat(registry.get("probe.slow.sum").functionCounter().count()).isCloseTo(2e6, within(2e6 * 0.004));
    }

    @Test
    void slowCallsAreThereFromTheBeginningAtZeroWhereTheyAreKept() {
        metrics.bindTo(registry);
        SlowRing.open();
        try {
            ProbeRecorder probe = ProbeRecorder.named("simple slow");
            await().atMost(1, MINUTES).until(() -> slowCalls("simple slow").size() == 2);
            assertThat(counter("probe.slow.calls", "simple slow")).isZero();
            probe.recordNanos(3_000_000);
            Scrape.tellSlow(probe);
            assertThat(counter("probe.slow.calls", "simple slow")).isEqualTo(1);
        } finally {
            SlowRing.close();
        }
        await().atMost(1, MINUTES)
                .untilAsserted(() -> assertThat(slowCalls("simple slow")) // those that were counted stay
                        .extracting(meter -> meter.getId().getTag("outcome"))
                        .containsExactly("ok"));
    }

    private Collection<FunctionCounter> slowCalls(String probe) {
        return registry.find("probe.slow.calls").tags("probe", probe).functionCounters();
    }

    @Test
    void countSumMaxPercentilesBucketsAndSloAreThere() {
        ProbeRecorder probe = ProbeRecorder.named("simple all");
        metrics.bindTo(registry);
        for (int i = 1; i <= 1000; i++) {
            probe.recordNanos(i * 2_000L);
        }
        assertThat(counter("probe.duration.count", "simple all")).isEqualTo(1000);
        double sum = 1_001_000_000;
        assertThat(counter("probe.duration.sum", "simple all")).isCloseTo(sum, within(sum * 0.004));
        assertThat(counter("probe.duration.slo.over", "simple all", "slo", "1ms"))
                .isBetween(498.0, 502.0);
        assertThat(counter("probe.duration.histogram", "simple all", "ub", "11us"))
                .isEqualTo(5);
        assertThat(counter("probe.duration.histogram", "simple all", "ub", "10ms"))
                .isEqualTo(1000);
        assertThat(micros("probe.duration.max", "simple all")).isEqualTo(2000);
        assertThat(micros("probe.duration.percentile", "simple all", "phi", "0.5"))
                .isCloseTo(1000, within(1000 * 0.008));
        assertThat(micros("probe.duration.percentile", "simple all", "phi", "0.99"))
                .isCloseTo(1980, within(1980 * 0.008));
        assertThat(micros("probe.duration.percentile", "simple all", "phi", "1"))
                .isEqualTo(2000);
    }

    @Test
    void unitsAreStated() {
        ProbeRecorder.named("simple units").recordNanos(1);
        metrics.bindTo(registry);
        assertThat(registry.get("probe.duration.sum").functionCounter().getId().getBaseUnit())
                .isEqualTo("nanoseconds");
        assertThat(registry.get("probe.duration.max").timeGauge().getId().getBaseUnit())
                .isEqualTo("seconds");
        assertThat(registry.getMeters()).map(Meter::getId).allMatch(id -> id.getDescription() != null);
    }

    @Test
    void maxAndPercentilesBeginAnewWithEachLook() {
        ProbeRecorder probe = ProbeRecorder.named("simple interval");
        metrics.bindTo(registry);
        probe.recordNanos(8_000_000);
        assertThat(micros("probe.duration.max", "simple interval")).isEqualTo(8000);
        assertThat(micros("probe.duration.percentile", "simple interval", "phi", "0.5"))
                .isEqualTo(8000);
        probe.recordNanos(3_000_000);
        assertThat(micros("probe.duration.max", "simple interval")).isEqualTo(3000);
        assertThat(micros("probe.duration.max", "simple interval")).isZero();
        assertThat(counter("probe.duration.count", "simple interval")).isEqualTo(2);
    }

    @Test
    void futureProbesShowUpByThemselves() {
        metrics.bindTo(registry);
        ProbeRecorder.named("simple future").recordNanos(7_000);
        await().atMost(1, MINUTES)
                .untilAsserted(() -> assertThat(registry.find("probe.duration.max")
                                .tags("probe", "simple future", "outcome", "ok")
                                .timeGauges())
                        .hasSize(1));
        assertThat(counter("probe.duration.count", "simple future")).isEqualTo(1);
        assertThat(micros("probe.duration.max", "simple future")).isEqualTo(7);
    }

    @Test
    void unbindRemovesEverything() {
        ProbeRecorder.named("simple gone").recordNanos(1);
        metrics.bindTo(registry);
        assertThat(registry.getMeters()).isNotEmpty();
        metrics.unbind(registry);
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void metersOutliveTheBinderThatNobodyHolds() {
        ProbeRecorder probe = ProbeRecorder.named("simple unheld");
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        new LatencyProbesMetrics().bindTo(own);
        for (int i = 1; i <= 3; i++) {
            System.gc();
            probe.recordNanos(1);
            assertThat(own.get("probe.duration.count")
                            .tags("probe", "simple unheld", "outcome", "ok")
                            .functionCounter()
                            .count())
                    .isEqualTo(i);
        }
        own.close();
    }

    @Test
    void wrongSettingsAreRefusedWhereTheyAreMade() {
        LatencyProbesMetrics.Builder builder = LatencyProbesMetrics.builder();
        assertThatThrownBy(() -> builder.percentiles(0.5, 99)).hasMessageContaining("99.0");
        assertThatThrownBy(() -> builder.percentiles(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.slo(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.buckets(Duration.ofDays(1))).isInstanceOf(IllegalArgumentException.class);
    }
}
