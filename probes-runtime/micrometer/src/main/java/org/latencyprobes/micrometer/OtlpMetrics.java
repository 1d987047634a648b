package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Tag;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One publish's metrics as OTLP has them. */
final class OtlpMetrics {

    private static final String SCOPE = "org.latencyprobes";
    private static final String SECONDS = "s";
    private static final double NANOS_PER_SECOND = 1e9;

    private final boolean isDelta;
    private final AggregationTemporality temporality;
    private final Map<String, Metric.Builder> metrics = new LinkedHashMap<>();

    OtlpMetrics(boolean isDelta) {
        this.isDelta = isDelta;
        this.temporality = isDelta
                ? AggregationTemporality.AGGREGATION_TEMPORALITY_DELTA
                : AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE;
    }

    void add(PublishedSeries series, MeterIds.Others others) {
        if (series.place().isAccepted()) {
            histogram(series);
        }
        if (others.worst().isAccepted()) {
            worst(series, others.worst());
        }
        for (int slo = 0; slo < others.over().size(); slo++) {
            if (others.over().get(slo).isAccepted()) {
                over(series, slo, others.over().get(slo));
            }
        }
    }

    private void histogram(PublishedSeries series) {
        String about = series.source().isJitter() ? MeterNames.ABOUT_JITTER : MeterNames.ABOUT_DURATION;
        Metric.Builder metric = metric("histogram ", series.place().name(), about, SECONDS);
        metric.getExponentialHistogramBuilder()
                .setAggregationTemporality(temporality)
                .addDataPoints(point(series));
    }

    private ExponentialHistogramDataPoint point(PublishedSeries series) {
        Totals totals = series.totals();
        ExponentialHistogramDataPoint.Builder point = ExponentialHistogramDataPoint.newBuilder()
                .setStartTimeUnixNano(nanos(series.startMillis()))
                .setTimeUnixNano(nanos(series.endMillis()))
                .setScale(Exponential.SCALE)
                .setCount(totals.count())
                .setSum(totals.sumSeconds())
                .setZeroCount(totals.zeros());
        series.place().tags().forEach(tag -> point.addAttributes(attribute(tag)));
        if (isDelta && totals.count() > 0) {
            point.setMax(series.recentWorstNanos() / NANOS_PER_SECOND);
        }
        addBuckets(totals, point);
        return point.build();
    }

    /** OTLP numbers a bucket by its lower bound, one less than Prometheus does, and lists all from the first to the last in use. */
    private static void addBuckets(Totals totals, ExponentialHistogramDataPoint.Builder point) {
        if (totals.lowest() <= totals.highest()) {
            ExponentialHistogramDataPoint.Buckets.Builder buckets =
                    point.getPositiveBuilder().setOffset(Exponential.FIRST + totals.lowest() - 1);
            for (int i = totals.lowest(); i <= totals.highest(); i++) {
                buckets.addBucketCounts(totals.exponential()[i]);
            }
        }
    }

    private void worst(PublishedSeries series, MappedId place) {
        metric("gauge ", place.name(), MeterNames.ABOUT_WORST, SECONDS)
                .getGaugeBuilder()
                .addDataPoints(number(series, place.tags()).setAsDouble(series.recentWorstNanos() / NANOS_PER_SECOND));
    }

    private void over(PublishedSeries series, int slo, MappedId place) {
        metric("sum ", place.name(), MeterNames.ABOUT_SLO_OVER, "1")
                .getSumBuilder()
                .setIsMonotonic(true)
                .setAggregationTemporality(temporality)
                .addDataPoints(number(series, place.tags())
                        .setStartTimeUnixNano(nanos(series.startMillis()))
                        .setAsInt(series.totals().over(slo)));
    }

    private static NumberDataPoint.Builder number(PublishedSeries series, List<Tag> tags) {
        NumberDataPoint.Builder point = NumberDataPoint.newBuilder().setTimeUnixNano(nanos(series.endMillis()));
        tags.forEach(tag -> point.addAttributes(attribute(tag)));
        return point;
    }

    private Metric.Builder metric(String kind, String name, String about, String unit) {
        return metrics.computeIfAbsent(
                kind + name,
                any -> Metric.newBuilder().setName(name).setDescription(about).setUnit(unit));
    }

    private static KeyValue attribute(Tag tag) {
        return KeyValue.newBuilder()
                .setKey(tag.getKey())
                .setValue(AnyValue.newBuilder().setStringValue(tag.getValue()))
                .build();
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    ScopeMetrics scope() {
        ScopeMetrics.Builder scope = ScopeMetrics.newBuilder()
                .setScope(InstrumentationScope.newBuilder().setName(SCOPE));
        metrics.values().forEach(scope::addMetrics);
        return scope.build();
    }
}
