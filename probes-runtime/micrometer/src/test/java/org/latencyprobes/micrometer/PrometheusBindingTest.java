package org.latencyprobes.micrometer;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.counts.Strata;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;

class PrometheusBindingTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final PrometheusMeterRegistry registry = Scrape.registry();
    private final LatencyProbesMetrics metrics = LatencyProbesMetrics.builder()
            .slo(Duration.ofNanos(250_000))
            .buckets(Duration.ofNanos(1_000), Duration.ofMillis(1))
            .build();

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void presentAndFutureProbesAreScraped() {
        ProbeRecorder.named("prometheus present").recordNanos(1_000);
        metrics.bindTo(registry);
        ProbeRecorder.named("prometheus future").recordNanos(1_000);
        Scrape scrape = Scrape.of(registry);
        assertThat(scrape.histogram("prometheus present").getCount()).isEqualTo(1);
        assertThat(scrape.histogram("prometheus future").getCount()).isEqualTo(1);
    }

    @Test
    void histogramIsNativeAndClassicAtOnce() {
        metrics.bindTo(registry);
        ProbeRecorder probe = ProbeRecorder.named("prometheus both");
        probe.recordNanos(0);
        probe.recordNanos(900);
        probe.recordNanos(500_000);
        probe.recordNanos(3_000_000);
        HistogramDataPointSnapshot point = Scrape.of(registry).histogram("prometheus both");
        assertThat(point.getCount()).isEqualTo(4);
        assertThat(point.getNativeSchema()).isEqualTo(5);
        assertThat(point.getNativeZeroCount()).isEqualTo(1);
        assertThat(point.getNativeBucketsForPositiveValues().size()).isEqualTo(3);
        ClassicHistogramBuckets classic = point.getClassicBuckets();
        assertThat(classic.stream().map(bucket -> bucket.getUpperBound())).containsExactly(1e-6, 1e-3, 1 / 0.0);
        assertThat(classic.stream().map(bucket -> bucket.getCount())).containsExactly(2L, 1L, 1L);
        assertThat(point.getSum()).isCloseTo(0.0035009, within(0.0035009 * 0.004));
    }

    /** As many buckets as their range has would be some 16 KB more for each. */
    @Test
    void aScrapeMakesTheBucketsThatAreUsed() {
        metrics.bindTo(registry);
        List<ProbeRecorder> probes = IntStream.range(0, 50)
                .mapToObj(i -> ProbeRecorder.named("prometheus wide " + i))
                .toList();
        long narrow = bytesOfScrapeAfter(probes, 1);
        long wide = bytesOfScrapeAfter(probes, Layout.MAX_NANOS);
        assertThat((wide - narrow) / probes.size()).isLessThan(3_000);
    }

    /** The last of some: in the first, counters come out of a stock that is filled again. */
    private long bytesOfScrapeAfter(List<ProbeRecorder> probes, long nanos) {
        long bytes = 0;
        for (int scrape = 0; scrape < 3; scrape++) {
            probes.forEach(probe -> probe.recordNanos(nanos));
            long before = THREADS.getCurrentThreadAllocatedBytes();
            registry.getPrometheusRegistry().scrape();
            bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        return bytes;
    }

    @Test
    void aFilterThatThrowsOnceSpoilsOneScrape() {
        AtomicBoolean throwing = new AtomicBoolean(true);
        registry.config().meterFilter(MeterFilter.deny(id -> {
            if (id.getName().endsWith(".max") && throwing.getAndSet(false)) {
                throw new IllegalStateException("thrown by a test");
            }
            return false;
        }));
        ProbeRecorder.named("prometheus filtered").recordNanos(1_000);
        metrics.bindTo(registry);
        assertThatIllegalStateException().isThrownBy(() -> Scrape.of(registry)).withMessage("thrown by a test");
        assertThat(Scrape.of(registry).histogram("prometheus filtered").getCount())
                .isEqualTo(1);
    }

    @Test
    void countsGoOnWhileMaxBeginsAnew() {
        metrics.bindTo(registry);
        ProbeRecorder probe = ProbeRecorder.named("prometheus max");
        probe.recordNanos(5_000_000);
        assertThat(Scrape.of(registry).gauge("probe_duration_max_seconds", "prometheus max"))
                .isEqualTo(0.005);
        probe.recordNanos(1_000_000);
        Scrape second = Scrape.of(registry);
        assertThat(second.gauge("probe_duration_max_seconds", "prometheus max")).isEqualTo(0.001);
        assertThat(second.histogram("prometheus max").getCount()).isEqualTo(2);
        assertThat(Scrape.of(registry).gauge("probe_duration_max_seconds", "prometheus max"))
                .isZero();
    }

    @Test
    void allOutcomesAreThereFromTheBeginningAtZero() {
        metrics.bindTo(registry);
        ProbeRecorder probe = ProbeRecorder.named("prometheus outcomes", "desk", "fx");
        assertThat(Scrape.of(registry).points("probe_duration_seconds", "probe", "prometheus outcomes"))
                .extracting(point -> point.getLabels().get("outcome") + ((HistogramDataPointSnapshot) point).getCount())
                .containsExactlyInAnyOrder("ok0", "error0");
        probe.mayBeCancelled();
        assertThat(Scrape.of(registry).points("probe_duration_calls", "probe", "prometheus outcomes"))
                .extracting(point -> point.getLabels().get("outcome") + ((CounterDataPointSnapshot) point).getValue())
                .containsExactlyInAnyOrder("ok0.0", "error0.0", "cancelled0.0");
        probe.recordNanos(1, Outcome.ERROR);
        probe.recordNanos(1, Outcome.CANCELLED);
        assertThat(Scrape.of(registry).points("probe_duration_seconds", "probe", "prometheus outcomes"))
                .extracting(point -> point.getLabels().get("outcome"))
                .containsExactlyInAnyOrder("ok", "error", "cancelled");
        assertThat(Scrape.of(registry)
                        .only("probe_duration_seconds", "prometheus outcomes")
                        .getLabels()
                        .get("desk"))
                .isEqualTo("fx");
    }

    @Test
    void slowCallsAreThereFromTheBeginningAtZeroWhereTheyAreKept() {
        metrics.bindTo(registry);
        ProbeRecorder without = ProbeRecorder.named("prometheus slow unknown");
        SlowRing.open();
        try {
            ProbeRecorder probe = ProbeRecorder.named("prometheus slow", "desk", "fx");
            assertThat(Scrape.of(registry).points("probe_slow_calls", "probe", "prometheus slow"))
                    .extracting(
                            point -> point.getLabels().get("outcome") + ((CounterDataPointSnapshot) point).getValue())
                    .containsExactlyInAnyOrder("ok0.0", "error0.0");
            probe.recordNanos(3_000_000);
            Scrape.tellSlow(probe);
            assertThat(Scrape.of(registry).counter("probe_slow_calls", "prometheus slow"))
                    .isEqualTo(1);
            SlowSamples.forEach((each, all) -> all.forEach(counts -> counts.offerAbove(Strata.CLOSED)));
            assertThat(Scrape.of(registry).points("probe_slow_calls", "probe", "prometheus slow"))
                    .as("of those of which some are known")
                    .hasSize(1);
        } finally {
            SlowRing.close();
        }
        without.recordNanos(3_000_000);
        Scrape scrape = Scrape.of(registry);
        assertThat(scrape.counter("probe_slow_calls", "prometheus slow")).isEqualTo(1);
        assertThat(scrape.points("probe_slow_calls", "probe", "prometheus slow unknown"))
                .isEmpty();
    }

    @Test
    void sloCountsCallsAboveItsEdgeAndTellsTheEdge() {
        metrics.bindTo(registry);
        ProbeRecorder probe = ProbeRecorder.named("prometheus slo");
        for (long nanos : new long[] {1, 249_000, 249_855, 249_856, 9_000_000}) {
            probe.recordNanos(nanos);
        }
        double boundary = registry.get("probe.duration.slo.edge").timeGauge().value();
        assertThat(boundary).isEqualTo(249_855e-9);
        assertThat(Scrape.of(registry).counter("probe_duration_slo_over", "prometheus slo"))
                .isEqualTo(2);
        assertThat(registry.scrape())
                .contains("probe_duration_slo_over_total{outcome=\"ok\",probe=\"prometheus slo\",slo=\"250us\"} 2.0")
                .contains("probe_duration_slo_edge_seconds{slo=\"250us\"}");
    }

    @Test
    void jitterHasNamesOfItsOwn() {
        metrics.bindTo(registry);
        ProbeRecorder.jitter("jitter.prometheus").recordNanos(70_000);
        Scrape scrape = Scrape.of(registry);
        assertThat(scrape.points("probe_jitter_seconds", "sampler", "jitter.prometheus"))
                .hasSize(1);
        assertThat(scrape.points("probe_jitter_max_seconds", "sampler", "jitter.prometheus"))
                .hasSize(1);
        assertThat(scrape.points("probe_jitter_seconds", "sampler", "jitter.prometheus")
                        .get(0)
                        .getLabels()
                        .size())
                .isEqualTo(1);
    }

    @Test
    void tagsThatPrometheusReservesOrCannotTellApartDoNoHarm() {
        metrics.bindTo(registry);
        ProbeRecorder.named("prometheus odd", "le", "1", "a.b", "x", "a_b", "y", "outcome", "mine")
                .recordNanos(1);
        String text = registry.scrape();
        assertThat(text).contains("le_=\"1\"").contains("probe=\"prometheus odd\"");
    }

    @Test
    void unboundRegistryHasNothingLeft() {
        metrics.bindTo(registry);
        ProbeRecorder.named("prometheus gone").recordNanos(1);
        assertThat(registry.scrape()).contains("prometheus gone");
        metrics.unbind(registry);
        assertThat(registry.scrape()).isEmpty();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void secondBinderLeavesTheRegistryToTheFirst() {
        metrics.bindTo(registry);
        metrics.bindTo(registry);
        try (LatencyProbesMetrics second = new LatencyProbesMetrics()) {
            second.bindTo(registry);
            ProbeRecorder.named("prometheus twice").recordNanos(1);
            assertThat(Scrape.of(registry).histogram("prometheus twice").getCount())
                    .isEqualTo(1);
        }
        assertThat(registry.scrape()).contains("prometheus twice");
    }

    @Test
    void scrapeTellsHowManyProbesTheOneBeforeSawAndWhatMeasuringCostUntilThen() {
        metrics.bindTo(registry);
        ProbeRecorder.named("prometheus measured").recordNanos(1);
        registry.scrape();
        assertThat(registry.get("probe.published").gauge().value()).isPositive();
        assertThat(registry.scrape()).contains("How many probes are published here, with jitter samplers");
        assertThat(registry.get("probe.overhead").functionCounter().count()).isPositive();
    }

    @Test
    void theFirstBinderHasTheRegistryWhateverTheTagsAndTheSecondWhenItLeaves() {
        ProbeRecorder.named("prometheus first").recordNanos(1);
        try (LatencyProbesMetrics second = LatencyProbesMetrics.builder()
                .tags(Tags.of("zone", "a"))
                .every(Duration.ofMillis(20), Duration.ofMillis(20))
                .build()) {
            metrics.bindTo(registry);
            second.bindTo(registry);
            assertThat(registry.scrape()).contains("prometheus first").doesNotContain("zone=");
            metrics.close();
            await().atMost(1, MINUTES).until(() -> registry.scrape().contains("zone=\"a\""));
        }
        assertThat(registry.scrape()).doesNotContain("prometheus first");
    }
}
