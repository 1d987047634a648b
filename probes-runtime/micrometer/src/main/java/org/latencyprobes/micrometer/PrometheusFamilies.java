package org.latencyprobes.micrometer;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_SECOND;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.latencyprobes.internal.counts.TracedCall;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.Exponential;
import org.latencyprobes.micrometer.internal.series.MappedId;
import org.latencyprobes.micrometer.internal.series.MeterNames;
import org.latencyprobes.micrometer.internal.series.MetricsWriter;
import org.latencyprobes.micrometer.internal.series.PublishedSeries;

/**
 * The metrics of one scrape, by name. A name that filters have given to two kinds of metric, or labels given to two data points, go to
 * the one that came first: Prometheus would refuse the whole scrape.
 */
final class PrometheusFamilies implements MetricsWriter<Labels> {

    private static final String IN_SECONDS = ", in seconds";
    /** Prometheus's own default; any duration but 0 is above it. */
    private static final double ZERO_THRESHOLD = Math.pow(2, -128);

    /** OpenMetrics allows 128 characters for all labels of an exemplar, with their names. */
    private static final int LONGEST_TRACE_ID = 100;

    private final double[] bounds;
    private final int[] usedIndices = new int[Exponential.LENGTH];
    private final long[] usedCounts = new long[Exponential.LENGTH];
    private final Map<String, Family<?>> families = new LinkedHashMap<>();

    private record Family<D>(
            Class<D> type,
            String help,
            BiFunction<MetricMetadata, List<D>, MetricSnapshot> toSnapshot,
            Map<Labels, D> points) {

        MetricSnapshot snapshot(String name) {
            return toSnapshot.apply(new MetricMetadata(name, help), new ArrayList<>(points.values()));
        }
    }

    PrometheusFamilies(BindingSettings settings) {
        bounds = new double[settings.bounds().size() + 1];
        for (int i = 0; i < bounds.length - 1; i++) {
            bounds[i] = settings.bounds().get(i).askedNanos() / NANOS_PER_SECOND;
        }
        bounds[bounds.length - 1] = Double.POSITIVE_INFINITY;
    }

    @Override
    public void histogram(MappedId<Labels> id, PublishedSeries<Labels> series) {
        add(
                id,
                series.about(),
                HistogramDataPointSnapshot.class,
                PrometheusFamilies::histogramSnapshot,
                point(series, id.labels()));
    }

    /** The help is made for all series at once. */
    private static HistogramSnapshot histogramSnapshot(
            MetricMetadata metadata, List<HistogramDataPointSnapshot> points) {
        return new HistogramSnapshot(new MetricMetadata(metadata.getName(), metadata.getHelp() + IN_SECONDS), points);
    }

    @Override
    public void max(MappedId<Labels> id, PublishedSeries<Labels> series) {
        gauge(id, MeterNames.ABOUT_MAX + IN_SECONDS, series.recentMaxSeconds());
    }

    @Override
    public void measuringShare(MappedId<Labels> id, PublishedSeries<Labels> series) {
        gauge(id, MeterNames.ABOUT_MEASURING_SHARE, series.measuringShare());
    }

    private void gauge(MappedId<Labels> id, String help, double value) {
        add(
                id,
                help,
                GaugeDataPointSnapshot.class,
                GaugeSnapshot::new,
                new GaugeDataPointSnapshot(value, id.labels(), null));
    }

    @Override
    public void calls(MappedId<Labels> id, String about, PublishedSeries<Labels> series, long calls) {
        add(
                id,
                about,
                CounterDataPointSnapshot.class,
                CounterSnapshot::new,
                new CounterDataPointSnapshot(calls, id.labels(), null, series.startMillis()));
    }

    private <D> void add(
            MappedId<Labels> id,
            String help,
            Class<D> type,
            BiFunction<MetricMetadata, List<D>, MetricSnapshot> toSnapshot,
            D point) {
        Family<?> family = families.get(id.name());
        if (family == null) {
            family = new Family<>(type, help, toSnapshot, new LinkedHashMap<>());
            families.put(id.name(), family);
        }
        if (family.type() == type) {
            @SuppressWarnings("unchecked") // its type was compared
            Map<Labels, D> points = (Map<Labels, D>) family.points();
            points.putIfAbsent(id.labels(), point);
        }
    }

    private HistogramDataPointSnapshot point(PublishedSeries<Labels> series, Labels labels) {
        if (!(series.form() instanceof HistogramDataPointSnapshot)) {
            series.form(newPoint(series, labels));
        }
        return (HistogramDataPointSnapshot) series.form();
    }

    private HistogramDataPointSnapshot newPoint(PublishedSeries<Labels> series, Labels labels) {
        return new HistogramDataPointSnapshot(
                ClassicHistogramBuckets.of(bounds, series.between()),
                Exponential.SCALE,
                series.zeros(),
                ZERO_THRESHOLD,
                nativeBuckets(series),
                NativeHistogramBuckets.EMPTY,
                series.sumSeconds(),
                labels,
                exemplars(series.exemplar().last()),
                series.startMillis());
    }

    /** Its writers put it on the bucket that holds it, in the formats that have exemplars. */
    private static Exemplars exemplars(TracedCall callOrNull) {
        return callOrNull == null || callOrNull.trace().length() > LONGEST_TRACE_ID
                ? Exemplars.EMPTY
                : Exemplars.of(Exemplar.builder()
                        .value(callOrNull.nanos() / NANOS_PER_SECOND)
                        .traceId(callOrNull.trace())
                        .timestampMillis(callOrNull.endMillis())
                        .build());
    }

    private NativeHistogramBuckets nativeBuckets(PublishedSeries<Labels> series) {
        long[] counts = series.exponential();
        int used = 0;
        for (int i = series.lowest(); i <= series.highest(); i++) {
            if (counts[i] != 0) {
                usedIndices[used] = Exponential.FIRST + i;
                usedCounts[used++] = counts[i];
            }
        }
        return NativeHistogramBuckets.of(Arrays.copyOf(usedIndices, used), Arrays.copyOf(usedCounts, used));
    }

    MetricSnapshots snapshots() {
        List<MetricSnapshot> snapshots = new ArrayList<>();
        families.forEach((name, family) -> {
            try {
                snapshots.add(family.snapshot(name));
            } catch (IllegalArgumentException notAName) {
                // a naming convention's fault; the rest of the scrape, the application's own metrics too, is to arrive
            }
        });
        return new MetricSnapshots(snapshots);
    }
}
