package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.probe.LatencyProbe;

class OtlpBindingTest {

    private static final Duration PATIENT = Duration.ofMinutes(2);

    private final Otlp otlp = new Otlp();
    private final LatencyProbesMetrics metrics =
            LatencyProbesMetrics.builder().slo(Duration.ofMillis(1)).build();

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void cumulativeHistogramsGrow() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        LatencyProbe probe = LatencyProbe.named("otlp cumulative");
        metrics.bindTo(registry);
        probe.recordNanos(0);
        probe.recordNanos(5_000_000);
        Otlp.publish(registry);
        probe.recordNanos(7_000_000);
        Otlp.publish(registry);
        List<ExponentialHistogramDataPoint> points = otlp.points("otlp cumulative");
        assertThat(points).extracting(ExponentialHistogramDataPoint::getCount).containsExactly(2L, 3L);
        assertThat(points).extracting(ExponentialHistogramDataPoint::getScale).containsOnly(5);
        assertThat(points)
                .extracting(ExponentialHistogramDataPoint::getZeroCount)
                .containsOnly(1L);
        assertThat(points.get(1).getSum()).isCloseTo(0.012, within(0.012 * 0.004));
        assertThat(points.get(1).getStartTimeUnixNano()).isEqualTo(points.get(0).getStartTimeUnixNano());
        assertThat(points.get(1).getTimeUnixNano())
                .isGreaterThanOrEqualTo(points.get(0).getTimeUnixNano());
    }

    @Test
    void bucketsHoldTheirSamples() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        LatencyProbe.named("otlp buckets").recordNanos(5_000_000);
        metrics.bindTo(registry);
        Otlp.publish(registry);
        ExponentialHistogramDataPoint point = otlp.only("otlp buckets");
        assertThat(point.getPositive().getBucketCountsList()).containsExactly(1L);
        double lower = Math.pow(2, point.getPositive().getOffset() / 32.0);
        assertThat(0.005).isBetween(lower * 0.992, lower * Math.pow(2, 1 / 32.0) * 1.008);
    }

    @Test
    void deltasHoldWhatCameSinceTheLastAndAddUp() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.DELTA);
        LatencyProbe probe = LatencyProbe.named("otlp delta");
        metrics.bindTo(registry);
        for (int publish = 1; publish <= 5; publish++) {
            for (int i = 0; i < publish * 10; i++) {
                probe.recordNanos(2_000_000);
            }
            Otlp.publish(registry);
        }
        List<ExponentialHistogramDataPoint> points = otlp.points("otlp delta");
        assertThat(points).extracting(ExponentialHistogramDataPoint::getCount).containsExactly(10L, 20L, 30L, 40L, 50L);
        assertThat(points.get(0).getMax()).isEqualTo(0.002);
        for (int i = 1; i < points.size(); i++) {
            assertThat(points.get(i).getStartTimeUnixNano())
                    .isEqualTo(points.get(i - 1).getTimeUnixNano());
        }
    }

    @Test
    void whatAFailedRequestHeldComesWithTheNext() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.DELTA);
        LatencyProbe probe = LatencyProbe.named("otlp down");
        metrics.bindTo(registry);
        otlp.isDown = true;
        for (int publish = 0; publish < 3; publish++) {
            probe.recordNanos(9_000_000 - publish);
            Otlp.publish(registry);
        }
        otlp.isDown = false;
        probe.recordNanos(1);
        Otlp.publish(registry);
        ExponentialHistogramDataPoint point = otlp.only("otlp down");
        assertThat(point.getCount()).isEqualTo(4);
        assertThat(point.getMax()).isEqualTo(0.009);
    }

    @Test
    void whatAReadingHeldThatAFilterEndedComesWithTheNext() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.DELTA);
        AtomicBoolean throwing = new AtomicBoolean(true);
        registry.config().meterFilter(MeterFilter.deny(id -> {
            if ("otlp thrown".equals(id.getTag("probe")) && throwing.getAndSet(false)) {
                throw new IllegalStateException("thrown by a test");
            }
            return false;
        }));
        LatencyProbe probe = LatencyProbe.named("otlp before thrown");
        metrics.bindTo(registry);
        probe.recordNanos(1);
        Otlp.publish(registry);
        probe.recordNanos(1);
        LatencyProbe.named("otlp thrown").recordNanos(1);
        Otlp.publish(registry);
        assertThat(throwing).isFalse();
        otlp.isDown = true;
        Otlp.publish(registry);
        otlp.isDown = false;
        Otlp.publish(registry);
        assertThat(otlp.points("otlp before thrown").stream()
                        .mapToLong(ExponentialHistogramDataPoint::getCount)
                        .sum())
                .as("a publish may bring a point without a sample: which probe is read first is not said")
                .isEqualTo(2);
        assertThat(otlp.only("otlp thrown").getCount()).isEqualTo(1);
    }

    @Test
    void pointsComeOnceInAPublishOfManyBatches() {
        otlp.keys.put("otlp.batchSize", "3");
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        IntStream.range(0, 20).forEach(i -> registry.counter("other", "i", String.valueOf(i)));
        LatencyProbe.named("otlp batches").recordNanos(1);
        metrics.bindTo(registry);
        Otlp.publish(registry);
        assertThat(otlp.requests).hasSizeGreaterThan(6);
        otlp.only("otlp batches");
        Otlp.publish(registry);
        assertThat(otlp.points("otlp batches")).hasSize(2);
    }

    @Test
    void pointsComeOnceWhereFiltersLeaveNoOtherMeterOfOurs() {
        otlp.keys.put("otlp.batchSize", "3");
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        registry.config()
                .meterFilter(MeterFilter.deny(id ->
                        id.getName().equals("probe.published") || id.getName().equals("probe.overhead")));
        IntStream.range(0, 9).forEach(i -> registry.counter("other", "i", String.valueOf(i)));
        LatencyProbe.named("otlp no gauge").recordNanos(1);
        metrics.bindTo(registry);
        Otlp.publish(registry);
        otlp.only("otlp no gauge");
    }

    @Test
    void registryWithoutOtherMetersIsPublishedWithItsResource() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        metrics.bindTo(registry);
        LatencyProbe.named("otlp alone").recordNanos(1);
        Otlp.publish(registry);
        otlp.only("otlp alone");
        ExportMetricsServiceRequest request = otlp.requests.get(0);
        assertThat(request.getResourceMetricsList()).hasSize(1);
        assertThat(Otlp.hasTag(request.getResourceMetrics(0).getResource().getAttributesList(), "service.name", "shop"))
                .isTrue();
    }

    /** They are told after the calls, and perhaps when no other call has come. */
    @Test
    void slowCallsOfAFailedRequestComeWithTheNext() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.DELTA);
        metrics.bindTo(registry);
        SlowRing.open();
        try {
            ProbeRecorder probe = ProbeRecorder.named("otlp slow");
            probe.recordNanos(9_000_000);
            Otlp.publish(registry);
            Scrape.tellSlow(probe);
            otlp.isDown = true;
            Otlp.publish(registry);
            otlp.isDown = false;
            Scrape.tellSlow(probe);
            Otlp.publish(registry);
            Otlp.publish(registry);
        } finally {
            SlowRing.close();
        }
        assertThat(otlp.requests)
                .flatExtracting(request -> Otlp.metrics(request).toList())
                .filteredOn(metric -> metric.getName().equals("probe.slow.calls"))
                .flatExtracting(metric -> metric.getSum().getDataPointsList())
                .filteredOn(point -> Otlp.hasTag(point.getAttributesList(), "probe", "otlp slow"))
                .extracting(NumberDataPoint::getAsInt)
                .containsExactly(0L, 2L, 0L);
    }

    /** Which is told of some seconds after it ended. */
    @Test
    void aSlowErrorThatEndedBeforeTheBindingIsInTheDeltas() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.DELTA);
        ProbeRecorder probe = ProbeRecorder.named("otlp slow error");
        probe.recordNanos(9_000_000, Outcome.ERROR);
        metrics.bindTo(registry);
        Otlp.publish(registry);
        Scrape.tellSlow(probe, Outcome.ERROR);
        Otlp.publish(registry);
        assertThat(otlp.requests)
                .flatExtracting(request -> Otlp.metrics(request).toList())
                .filteredOn(metric -> metric.getName().equals("probe.slow.calls"))
                .flatExtracting(metric -> metric.getSum().getDataPointsList())
                .filteredOn(point -> Otlp.hasTag(point.getAttributesList(), "probe", "otlp slow error"))
                .extracting(NumberDataPoint::getAsInt)
                .containsExactly(1L);
    }

    @Test
    void maxSloAndUnitsAreThere() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        LatencyProbe.named("otlp slo").recordNanos(3_000_000);
        metrics.bindTo(registry);
        Otlp.publish(registry);
        List<Metric> all = Otlp.metrics(otlp.requests.get(0)).toList();
        Metric over = only(all, "probe.duration.slo.over");
        assertThat(over.getSum().getIsMonotonic()).isTrue();
        assertThat(over.getSum().getDataPointsList())
                .anyMatch(point -> Otlp.hasTag(point.getAttributesList(), "probe", "otlp slo")
                        && Otlp.hasTag(point.getAttributesList(), "slo", "1ms")
                        && point.getAsInt() == 1);
        Metric max = only(all, "probe.duration.max");
        assertThat(max.getUnit()).isEqualTo("s");
        assertThat(max.getGauge().getDataPointsList())
                .anyMatch(point ->
                        Otlp.hasTag(point.getAttributesList(), "probe", "otlp slo") && point.getAsDouble() == 0.003);
        assertThat(only(all, "probe.duration").getUnit()).isEqualTo("s");
        only(all, "probe.duration.slo.edge");
        only(all, "probe.overhead");
    }

    private static Metric only(List<Metric> all, String name) {
        List<Metric> found =
                all.stream().filter(metric -> metric.getName().equals(name)).toList();
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    @Test
    void filtersAndCommonTagsReachThePoints() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        registry.config()
                .commonTags("region", "eu")
                .meterFilter(MeterFilter.deny(id -> "otlp no".equals(id.getTag("probe"))));
        LatencyProbe.named("otlp yes").recordNanos(1);
        LatencyProbe.named("otlp no").recordNanos(1);
        try (LatencyProbesMetrics tagged =
                LatencyProbesMetrics.builder().tags(Tags.of("cell", "7")).build()) {
            tagged.bindTo(registry);
            Otlp.publish(registry);
        }
        ExponentialHistogramDataPoint point = otlp.only("otlp yes");
        assertThat(Otlp.hasTag(point.getAttributesList(), "region", "eu")).isTrue();
        assertThat(Otlp.hasTag(point.getAttributesList(), "cell", "7")).isTrue();
        assertThat(otlp.points("otlp no")).isEmpty();
    }

    @Test
    void unboundRegistrySendsNothingOfOurs() {
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        LatencyProbe.named("otlp gone").recordNanos(1);
        metrics.bindTo(registry);
        metrics.unbind(registry);
        registry.counter("other").increment();
        Otlp.publish(registry);
        assertThat(otlp.requests.stream().flatMap(Otlp::metrics).map(Metric::getName))
                .containsExactly("other");
    }

    @Test
    void readyRegistryTakesThePlainBinding() {
        OtlpMeterRegistry registry = OtlpMeterRegistry.builder(Otlp.config(otlp.keys))
                .metricsSender(otlp)
                .build();
        LatencyProbe.named("otlp third").recordNanos(1);
        metrics.bindTo(registry);
        Otlp.publish(registry);
        assertThat(Otlp.metrics(otlp.requests.get(0)).map(Metric::getName))
                .contains("probe.duration.count", "probe.duration.percentile");
    }

    @Test
    void requestOverHttpKeepsHeadersAndCompression() throws IOException {
        List<ExportMetricsServiceRequest> arrived = new CopyOnWriteArrayList<>();
        List<String> keys = new CopyOnWriteArrayList<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            keys.add(exchange.getRequestHeaders().getFirst("api-key"));
            try (var body = new GZIPInputStream(exchange.getRequestBody())) {
                arrived.add(Otlp.parsed(body.readAllBytes()));
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        Map<String, String> settings = Map.of(
                "otlp.step", "1h",
                "otlp.url", "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/metrics",
                "otlp.headers", "api-key=secret",
                "otlp.compressionMode", "GZIP");
        OtlpMeterRegistry registry = OtlpMeterRegistry.builder(Otlp.config(settings))
                .metricsSender(
                        ProbesOtlp.sender(new OtlpHttpMetricsSender(new HttpUrlConnectionSender(PATIENT, PATIENT))))
                .build();
        LatencyProbe.named("otlp http").recordNanos(1);
        metrics.bindTo(registry);
        registry.close(); // publishes
        collector.stop(0);
        assertThat(keys).containsExactly("secret");
        otlp.requests.addAll(arrived);
        assertThat(otlp.only("otlp http").getCount()).isEqualTo(1);
    }
}
