package org.latencyprobes.agent.spring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;

/** A receiver of what an OTLP registry sends. */
final class OtlpReceiver implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
    private static final int OK = 200;

    private final List<Metric> metrics = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    OtlpReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v1/metrics", this::take);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/metrics";
    }

    private void take(HttpExchange exchange) throws IOException {
        boolean isZipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        try (InputStream body = exchange.getRequestBody();
                InputStream plain = isZipped ? new GZIPInputStream(body) : body) {
            for (ResourceMetrics resource :
                    ExportMetricsServiceRequest.parseFrom(plain).getResourceMetricsList()) {
                for (ScopeMetrics scope : resource.getScopeMetricsList()) {
                    metrics.addAll(scope.getMetricsList());
                }
            }
        }
        exchange.sendResponseHeaders(OK, -1);
        exchange.close();
    }

    /** Waits until an exponential histogram of a probe's calls that returned came with so many samples. */
    void awaitHistogram(String probe, long count) {
        Awaitility.await()
                .atMost(LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(counts(probe))
                        .endsWith(count));
    }

    private List<Long> counts(String probe) {
        return metrics.stream()
                .filter(metric -> metric.getName().equals("probe.duration"))
                .flatMap(metric -> metric.getExponentialHistogram().getDataPointsList().stream())
                .filter(point -> has(point, "probe", probe) && has(point, "outcome", "ok"))
                .map(ExponentialHistogramDataPoint::getCount)
                .toList();
    }

    private static boolean has(ExponentialHistogramDataPoint point, String key, String value) {
        return point.getAttributesList().stream()
                .anyMatch(attribute -> attribute.getKey().equals(key)
                        && attribute.getValue().getStringValue().equals(value));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
