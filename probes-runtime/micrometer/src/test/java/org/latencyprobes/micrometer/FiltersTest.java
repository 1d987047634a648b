package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.micrometer.internal.series.MeterFilters;
import org.latencyprobes.micrometer.internal.series.MeterNames;
import org.latencyprobes.probe.LatencyProbe;

/** Tests of filters, with the bindings where Micrometer does not apply them and with one where it does. */
class FiltersTest {

    private final PrometheusMeterRegistry prometheus = Scrape.registry();
    private final SimpleMeterRegistry simple = new SimpleMeterRegistry();
    private final LatencyProbesMetrics metrics =
            LatencyProbesMetrics.builder().tags(Tags.of("cell", "7")).build();

    @AfterEach
    void close() {
        metrics.close();
    }

    private void filter(MeterFilter filter) {
        for (MeterRegistry registry : List.of(prometheus, simple)) {
            registry.config().meterFilter(filter);
        }
    }

    private void bind() {
        metrics.bindTo(prometheus);
        metrics.bindTo(simple);
    }

    @Test
    void commonTagsAndTheBindersOwnAreThere() {
        filter(MeterFilter.commonTags(Tags.of("region", "eu")));
        LatencyProbe.named("filter common").recordNanos(1);
        bind();
        DataPointSnapshot point = Scrape.of(prometheus).only("probe_duration_seconds", "filter common");
        assertThat(point.getLabels().get("region")).isEqualTo("eu");
        assertThat(point.getLabels().get("cell")).isEqualTo("7");
        assertThat(Scrape.of(prometheus)
                        .only("probe_duration_max_seconds", "filter common")
                        .getLabels()
                        .get("region"))
                .isEqualTo("eu");
        assertThat(simple.get("probe.duration.count")
                        .tags("region", "eu", "cell", "7", "probe", "filter common", "outcome", "ok")
                        .functionCounters())
                .hasSize(1);
    }

    @Test
    void whatIsDeniedIsNotPublished() {
        LatencyProbe.named("filter denied").recordNanos(1);
        LatencyProbe.named("filter kept").recordNanos(1);
        filter(MeterFilter.deny(id -> "filter denied".equals(id.getTag("probe"))));
        filter(MeterFilter.denyNameStartsWith("probe.duration.max"));
        bind();
        String text = prometheus.scrape();
        assertThat(text).contains("filter kept").doesNotContain("filter denied").doesNotContain("duration_max");
        assertThat(simple.find("probe.duration.count")
                        .tag("probe", "filter denied")
                        .meters())
                .isEmpty();
        assertThat(simple.find("probe.duration.max").meters()).isEmpty();
    }

    @Test
    void firstFilterThatDecidesWins() {
        LatencyProbe.named("filter order").recordNanos(1);
        filter(MeterFilter.accept(id -> "filter order".equals(id.getTag("probe"))));
        filter(MeterFilter.deny());
        bind();
        assertThat(prometheus.scrape()).contains("filter order");
        assertThat(prometheus.scrape().lines().filter(line -> !line.startsWith("#")))
                .allMatch(line -> line.contains("filter order"));
    }

    @Test
    void namesAndTagsAreMapped() {
        LatencyProbe.named("filter mapped", "desk", "fx").recordNanos(1);
        filter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.withName("acme." + id.getName());
            }
        });
        filter(MeterFilter.renameTag("acme.probe", "desk", "trading-desk"));
        bind();
        DataPointSnapshot point = Scrape.of(prometheus).only("acme_probe_duration_seconds", "filter mapped");
        assertThat(point.getLabels().get("trading_desk")).isEqualTo("fx");
        assertThat(simple.get("acme.probe.duration.count")
                        .tags("trading-desk", "fx", "probe", "filter mapped", "outcome", "ok")
                        .functionCounters())
                .hasSize(1);
    }

    @Test
    void probesThatFiltersMakeAlikeAreAddedUp() {
        LatencyProbe.named("filter merged", "user", "a").recordNanos(1_000);
        LatencyProbe.named("filter merged", "user", "b").recordNanos(9_000);
        filter(MeterFilter.ignoreTags("user"));
        bind();
        Scrape scrape = Scrape.of(prometheus);
        assertThat(((HistogramDataPointSnapshot) scrape.only("probe_duration_seconds", "filter merged")).getCount())
                .isEqualTo(2);
        assertThat(scrape.gauge("probe_duration_max_seconds", "filter merged")).isEqualTo(9e-6);
        assertThat(simple.get("probe.duration.count")
                        .tags("probe", "filter merged", "outcome", "ok")
                        .functionCounter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void filtersAreAskedOnceForEachProbe() {
        AtomicInteger asked = new AtomicInteger();
        prometheus.config().meterFilter(new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                asked.addAndGet("filter asked".equals(id.getTag("probe")) ? 1 : 0);
                return MeterFilterReply.NEUTRAL;
            }
        });
        LatencyProbe.named("filter asked").recordNanos(1);
        metrics.bindTo(prometheus);
        prometheus.scrape();
        prometheus.scrape();
        assertThat(asked)
                .hasValue(2 * 5); // of ok and of error the histogram, the calls, those slow, the max and the share of
        // measuring
    }

    @Test
    void namingConventionThatPrometheusRefusesSpoilsNothingElse() {
        prometheus.gauge("acme.stock", 7);
        prometheus
                .config()
                .namingConvention(
                        (name, type, unit) -> name.startsWith(MeterNames.DURATION) ? "" : name.replace('.', '_'));
        metrics.bindTo(prometheus);
        LatencyProbe.named("filter naming").recordNanos(1);
        assertThat(prometheus.scrape()).contains("acme_stock 7").doesNotContain("filter naming");
    }

    @Test
    void registeringForAMomentTellsTheSameAsTheFiltersThemselves() {
        filter(MeterFilter.commonTags(Tags.of("region", "eu")));
        filter(new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                return id.getName().startsWith("no") ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
            }
        });
        for (String name : List.of("yes", "no")) {
            Meter.Id id = new Meter.Id(name, Tags.of("a", "b"), null, null, Meter.Type.TIMER);
            MeterFilters.Filtered direct = MeterFilters.filtered(prometheus, id);
            MeterFilters.Filtered detour = MeterFilters.byRegistering(prometheus, id);
            assertThat(detour.isAccepted()).isEqualTo(direct.isAccepted());
            assertThat(detour.id()).isEqualTo(direct.id());
            assertThat(detour.id().getType()).isEqualTo(Meter.Type.TIMER);
        }
        assertThat(prometheus.getMeters()).isEmpty();
    }
}
