package org.latencyprobes.micrometer;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_SECOND;

import com.google.protobuf.ByteString;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.NamingConvention;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Exemplar;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.internal.counts.TracedCall;
import org.latencyprobes.micrometer.internal.series.Exponential;
import org.latencyprobes.micrometer.internal.series.MappedId;
import org.latencyprobes.micrometer.internal.series.MeterNames;
import org.latencyprobes.micrometer.internal.series.MetricsWriter;
import org.latencyprobes.micrometer.internal.series.PublishedSeries;

/** The metrics of one publish as OTLP has them. */
final class OtlpMetrics implements MetricsWriter<List<KeyValue>> {

    private static final String SCOPE = "org.latencyprobes";
    private static final String SECONDS = "s";

    private final boolean isDelta;
    private final AggregationTemporality temporality;
    private final Map<String, Metric.Builder> metrics = new LinkedHashMap<>();

    OtlpMetrics(boolean isDelta) {
        this.isDelta = isDelta;
        this.temporality = isDelta
                ? AggregationTemporality.AGGREGATION_TEMPORALITY_DELTA
                : AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE;
    }

    /** The tags of an id as OTLP has them. */
    static List<KeyValue> attributes(Meter.Id id, NamingConvention convention) {
        return id.getConventionTags(convention).stream()
                .map(tag -> attribute(tag.getKey(), tag.getValue()))
                .toList();
    }

    private static KeyValue attribute(String key, String value) {
        AnyValue text =
                AnyValue.newBuilder().setStringValue(WireTags.wellFormed(value)).build();
        return KeyValue.newBuilder()
                .setKey(WireTags.wellFormed(key))
                .setValue(text)
                .build();
    }

    @Override
    public void histogram(MappedId<List<KeyValue>> id, PublishedSeries<List<KeyValue>> series) {
        metric("histogram ", id.name(), series.about(), SECONDS)
                .getExponentialHistogramBuilder()
                .setAggregationTemporality(temporality)
                .addDataPoints(point(id, series));
    }

    private ExponentialHistogramDataPoint point(MappedId<List<KeyValue>> id, PublishedSeries<List<KeyValue>> series) {
        ExponentialHistogramDataPoint.Builder point = ExponentialHistogramDataPoint.newBuilder()
                .setStartTimeUnixNano(nanos(series.startMillis()))
                .setTimeUnixNano(nanos(series.endMillis()))
                .setScale(Exponential.SCALE)
                .setCount(series.count())
                .setSum(series.sumSeconds())
                .setZeroCount(series.zeros())
                .addAllAttributes(id.labels());
        if (isDelta && series.count() > 0) {
            point.setMax(series.recentMaxSeconds());
        }
        addBuckets(series, point);
        if (series.exemplar().recent() != null) {
            point.addExemplars(exemplar(series.exemplar().recent()));
        }
        return point.build();
    }

    /** What is no trace id of OpenTelemetry's is an attribute. */
    private static Exemplar exemplar(TracedCall call) {
        Exemplar.Builder exemplar = Exemplar.newBuilder()
                .setTimeUnixNano(nanos(call.endMillis()))
                .setAsDouble(call.nanos() / NANOS_PER_SECOND);
        if (call.trace().matches("[0-9a-f]{32}")) {
            return exemplar.setTraceId(ByteString.copyFrom(HexFormat.of().parseHex(call.trace())))
                    .build();
        }
        return exemplar.addFilteredAttributes(attribute("trace_id", call.trace()))
                .build();
    }

    /** OTLP numbers a bucket by its lower bound, one less than Prometheus does, and lists all from the first to the last in use. */
    private static void addBuckets(PublishedSeries<?> series, ExponentialHistogramDataPoint.Builder point) {
        if (series.lowest() <= series.highest()) {
            ExponentialHistogramDataPoint.Buckets.Builder buckets =
                    point.getPositiveBuilder().setOffset(Exponential.FIRST + series.lowest() - 1);
            for (int i = series.lowest(); i <= series.highest(); i++) {
                buckets.addBucketCounts(series.exponential()[i]);
            }
        }
    }

    @Override
    public void max(MappedId<List<KeyValue>> id, PublishedSeries<List<KeyValue>> series) {
        gauge(id, MeterNames.ABOUT_MAX, SECONDS, series, series.recentMaxSeconds());
    }

    /** Without a unit: Prometheus would put the one of ratios into its name. */
    @Override
    public void measuringShare(MappedId<List<KeyValue>> id, PublishedSeries<List<KeyValue>> series) {
        gauge(id, MeterNames.ABOUT_MEASURING_SHARE, "", series, series.measuringShare());
    }

    private void gauge(
            MappedId<List<KeyValue>> id,
            String about,
            String unit,
            PublishedSeries<List<KeyValue>> series,
            double value) {
        metric("gauge ", id.name(), about, unit)
                .getGaugeBuilder()
                .addDataPoints(number(id, series).setAsDouble(value));
    }

    @Override
    public void calls(MappedId<List<KeyValue>> id, String about, PublishedSeries<List<KeyValue>> series, long calls) {
        metric("sum ", id.name(), about, "1")
                .getSumBuilder()
                .setIsMonotonic(true)
                .setAggregationTemporality(temporality)
                .addDataPoints(number(id, series)
                        .setStartTimeUnixNano(nanos(series.startMillis()))
                        .setAsInt(calls));
    }

    private static NumberDataPoint.Builder number(MappedId<List<KeyValue>> id, PublishedSeries<List<KeyValue>> series) {
        return NumberDataPoint.newBuilder()
                .setTimeUnixNano(nanos(series.endMillis()))
                .addAllAttributes(id.labels());
    }

    private Metric.Builder metric(String kind, String name, String about, String unit) {
        return metrics.computeIfAbsent(
                kind + name,
                any -> Metric.newBuilder().setName(name).setDescription(about).setUnit(unit));
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
