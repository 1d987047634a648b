package org.latencyprobes.agent.backends;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * What two JVMs would have published in the last minutes, told to Prometheus by OTLP with the times and counts that a test wants, so
 * that what a query should give can be worked out by hand. Names and tags are those of {@code docs/backends.md}.
 */
final class KnownFleet {

    static final int STEP_SECONDS = 15;
    static final int STEPS = 24;

    private static final int SCALE = 5;
    private static final long NANOS = 1_000_000_000L;
    private static final int OK = 200;

    private final long lastSecond;
    private final ArrayNode resources = JsonNodeFactory.instance.arrayNode();

    KnownFleet(long lastSecond) {
        this.lastSecond = lastSecond;
    }

    /** One JVM, to which metrics are added. */
    Jvm jvm(String job, String instance) {
        ObjectNode resource = resources.addObject();
        ArrayNode attributes = resource.putObject("resource").putArray("attributes");
        attribute(attributes, "service.name", job);
        attribute(attributes, "service.instance.id", instance);
        return new Jvm(resource.putArray("scopeMetrics").addObject().putArray("metrics"));
    }

    /** Tells it all. */
    void publish(String otlpUrl) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("resourceMetrics", resources);
        HttpRequest request = HttpRequest.newBuilder(URI.create(otlpUrl + "/v1/metrics"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build();
        try {
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != OK) {
                throw new IOException(response.statusCode() + " " + response.body());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void attribute(ArrayNode attributes, String key, String value) {
        attributes.addObject().put("key", key).putObject("value").put("stringValue", value);
    }

    /** Adds metrics of one JVM. Counts grow evenly, from what they would be had the JVM run for an hour. */
    final class Jvm {

        private static final int EARLIER_STEPS = 240;

        private final ArrayNode metrics;

        private Jvm(ArrayNode metrics) {
            this.metrics = metrics;
        }

        /** An exponential histogram, of durations in ms by how many there are each second. */
        Jvm histogram(String name, Map<Double, Integer> perSecondByMillis, String... tags) {
            ArrayNode points = metrics.addObject()
                    .put("name", name)
                    .put("unit", "s")
                    .putObject("exponentialHistogram")
                    .put("aggregationTemporality", 2)
                    .putArray("dataPoints");
            for (int step = 0; step < STEPS; step++) {
                long seconds = seconds(step);
                Map<Integer, Long> counts = new TreeMap<>();
                perSecondByMillis.forEach((millis, count) -> counts.merge(bucket(millis), count * seconds, Long::sum));
                buckets(point(points, step, tags), counts)
                        .put(
                                "sum",
                                perSecondByMillis.entrySet().stream()
                                        .mapToDouble(each -> each.getKey() / 1_000 * each.getValue() * seconds)
                                        .sum());
            }
            return this;
        }

        private int bucket(double millis) {
            return (int) Math.ceil(Math.log(millis / 1_000) / Math.log(2) * (1 << SCALE)) - 1;
        }

        private ObjectNode buckets(ObjectNode point, Map<Integer, Long> counts) {
            TreeMap<Integer, Long> sorted = new TreeMap<>(counts);
            point.put("scale", SCALE).put("zeroCount", "0");
            ObjectNode positive = point.putObject("positive").put("offset", sorted.firstKey());
            ArrayNode list = positive.putArray("bucketCounts");
            for (int index = sorted.firstKey(); index <= sorted.lastKey(); index++) {
                list.add(String.valueOf(sorted.getOrDefault(index, 0L)));
            }
            return point.put(
                    "count",
                    String.valueOf(
                            counts.values().stream().mapToLong(Long::longValue).sum()));
        }

        /** A histogram with classic buckets; counts have one more than bounds. */
        Jvm classic(String name, double[] boundsSeconds, long[] perSecond, String... tags) {
            ArrayNode points = metrics.addObject()
                    .put("name", name)
                    .put("unit", "s")
                    .putObject("histogram")
                    .put("aggregationTemporality", 2)
                    .putArray("dataPoints");
            for (int step = 0; step < STEPS; step++) {
                ObjectNode point = point(points, step, tags);
                ArrayNode bounds = point.putArray("explicitBounds");
                ArrayNode counts = point.putArray("bucketCounts");
                long count = 0;
                for (double bound : boundsSeconds) {
                    bounds.add(bound);
                }
                for (long each : perSecond) {
                    counts.add(String.valueOf(each * seconds(step)));
                    count += each * seconds(step);
                }
                point.put("count", String.valueOf(count)).put("sum", 1.0);
            }
            return this;
        }

        /** A counter that grows evenly. */
        Jvm counter(String name, String unit, double perSecond, String... tags) {
            ObjectNode sum =
                    metrics.addObject().put("name", name).put("unit", unit).putObject("sum");
            sum.put("aggregationTemporality", 2).put("isMonotonic", true);
            return numbers(sum.putArray("dataPoints"), step -> perSecond * seconds(step), tags);
        }

        /** A gauge that stays as it is. */
        Jvm gauge(String name, String unit, double value, String... tags) {
            ObjectNode gauge =
                    metrics.addObject().put("name", name).put("unit", unit).putObject("gauge");
            return numbers(gauge.putArray("dataPoints"), step -> value, tags);
        }

        private Jvm numbers(ArrayNode points, IntFunction<Double> value, String... tags) {
            for (int step = 0; step < STEPS; step++) {
                point(points, step, tags).put("asDouble", value.apply(step));
            }
            return this;
        }

        private long seconds(int step) {
            return (long) (EARLIER_STEPS + step) * STEP_SECONDS;
        }

        private ObjectNode point(ArrayNode points, int step, String... tags) {
            long second = lastSecond - (long) (STEPS - 1 - step) * STEP_SECONDS;
            long began = lastSecond - (long) (STEPS - 1 + EARLIER_STEPS) * STEP_SECONDS;
            ObjectNode point = points.addObject()
                    .put("timeUnixNano", String.valueOf(second * NANOS))
                    .put("startTimeUnixNano", String.valueOf(began * NANOS));
            ArrayNode attributes = point.putArray("attributes");
            for (int i = 0; i < tags.length; i += 2) {
                attribute(attributes, tags[i], tags[i + 1]);
            }
            return point;
        }
    }
}
