package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An OTLP registry whose requests are kept, and published when asked for. */
final class Otlp implements OtlpMetricsSender {

    final List<ExportMetricsServiceRequest> requests = new ArrayList<>();
    final Map<String, String> keys = new HashMap<>(Map.of(
            "otlp.step", "1h",
            "otlp.resourceAttributes", "service.name=shop,host.name=a"));
    boolean isDown;

    static OtlpConfig config(Map<String, String> keys) {
        return keys::get;
    }

    OtlpMeterRegistry registry(AggregationTemporality temporality) {
        keys.put("otlp.aggregationTemporality", temporality.name());
        return OtlpMeterRegistry.builder(config(keys))
                .metricsSender(ProbesOtlp.sender(this))
                .build();
    }

    /** One publish, as the registry's schedule makes it. */
    static void publish(OtlpMeterRegistry registry) {
        try {
            var publish = OtlpMeterRegistry.class.getDeclaredMethod("publish");
            publish.setAccessible(true);
            publish.invoke(registry);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void send(Request request) throws Exception {
        if (isDown) {
            throw new IOException("connection refused");
        }
        requests.add(parsed(request.getMetricsData()));
    }

    static ExportMetricsServiceRequest parsed(byte[] data) {
        try {
            return ExportMetricsServiceRequest.parseFrom(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<Metric> metrics(ExportMetricsServiceRequest request) {
        return request.getResourceMetricsList().stream()
                .flatMap(resource -> resource.getScopeMetricsList().stream())
                .flatMap(scope -> scope.getMetricsList().stream());
    }

    /** All histogram points of a probe's outcome ok, over all requests. */
    List<ExponentialHistogramDataPoint> points(String probe) {
        return requests.stream()
                .flatMap(Otlp::metrics)
                .filter(metric -> metric.getName().equals("probe.duration"))
                .flatMap(metric -> metric.getExponentialHistogram().getDataPointsList().stream())
                .filter(point -> hasTag(point.getAttributesList(), "probe", probe)
                        && hasTag(point.getAttributesList(), "outcome", "ok"))
                .toList();
    }

    ExponentialHistogramDataPoint only(String probe) {
        List<ExponentialHistogramDataPoint> points = points(probe);
        assertThat(points).hasSize(1);
        return points.get(0);
    }

    static boolean hasTag(List<KeyValue> attributes, String key, String value) {
        return attributes.stream()
                .anyMatch(attribute -> attribute.getKey().equals(key)
                        && attribute.getValue().getStringValue().equals(value));
    }
}
