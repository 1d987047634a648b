package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.backends.daemon.Prometheus;
import org.latencyprobes.agent.backends.daemon.Web;
import org.latencyprobes.agent.backends.dashboard.Dashboard;
import org.latencyprobes.agent.backends.dashboard.Panel;
import org.latencyprobes.agent.backends.dashboard.Query;
import org.latencyprobes.agent.backends.dashboard.Row;

/**
 * Every query of every panel, asked of a started Prometheus about calls that are known.
 *
 * <p>Two JVMs, each second. {@code a}: 98 calls of 1 ms, 2 of 50, 4 of 10 that threw. {@code b}: 294 of 2 ms, 6 of 80, one of 10 that was
 * cancelled. So of 405 calls 98 take 1 ms, 294 take 2, five 10, two 50, six 80; the p99 of {@code a} is 50 ms, that of {@code b} is 80, and
 * that of both is 80 and not 65. The 300 of {@code b} are one in 16 of its calls that ended well: it is sampled.
 */
@Tag("full")
final class DashboardIT {

    /** The width of a bucket: a value may lie anywhere in it. */
    private static final double BUCKET = 0.022;

    private static final double EXACT = 1e-9;

    /** Calls a second, timed or not. */
    private static final double CALLS = 100 + 4 + 16 * 300 + 1;

    /** Time in them, in s: of those that were not timed as long as those that were. */
    private static final double TIME = 0.198 + 0.04 + 16 * 1.068 + 0.01;

    private static final Map<String, String> CHOSEN = Map.of(
            "job", ".*",
            "instance", ".*",
            "probe", ".*",
            "outcome", ".*",
            "by", "probe",
            "objective", "0.999",
            "__rate_interval", "4m");

    private static Prometheus prometheus;

    /** The moment of the newest samples: a rate falls once they are older than some seconds. */
    private static long now;

    /** What each query gives: by panel and number of the query, by labels. */
    private static final Map<String, Map<String, Double>> EXPECTED = new LinkedHashMap<>(Map.ofEntries(
            one("Calls per second", CALLS),
            one("p99 of all", 0.08),
            one("Max of all", 0.09),
            one("Errors", 4 / CALLS),
            one("JVMs", 2),
            one("Probes and samplers", 5),
            one("How long calls take", 405),
            place("p50", 0.002),
            place("p99", 0.08),
            place("p99.9", 0.08),
            place("Max", 0.09),
            one("Percentiles of all chosen calls together 1", 0.002),
            one("Percentiles of all chosen calls together 2", 0.002),
            one("Percentiles of all chosen calls together 3", 0.08),
            one("Percentiles of all chosen calls together 4", 0.08),
            one("Percentiles of all chosen calls together 5", 0.08),
            place("Mean", 1.316 / 405),
            place("Throughput", CALLS),
            place("Errors and cancelled 1", 4 / CALLS),
            place("Errors and cancelled 2", 1 / CALLS),
            place("Time in a probe", TIME),
            place("Slow calls", 3),
            entry("Share of calls over the threshold", Map.of("probe=place slo=25ms", 8 / 405.0)),
            entry("Burn rate 1", Map.of("probe=place slo=25ms", 8 / 405.0 / 0.001)),
            entry("Burn rate 2", Map.of("probe=place slo=25ms", 8 / 405.0 / 0.001)),
            entry(
                    "Jitter, p99.9",
                    Map.of(
                            "instance=a sampler=jitter.hiccup", 0.0001,
                            "instance=b sampler=jitter.hiccup", 0.005)),
            entry(
                    "Jitter, max",
                    Map.of(
                            "instance=a sampler=jitter.hiccup", 0.0002,
                            "instance=b sampler=jitter.hiccup", 0.006)),
            entry("Stalls, by kind", Map.of("instance=a kind=gc", 0.016, "instance=b kind=stopped", 0.02)),
            entry("Slow calls, by cause", Map.of("cause=gc", 0.8, "cause=unknown", 0.2)),
            entry("Time spent on measuring", Map.of("instance=a", 5e-6, "instance=b", 15e-6)),
            one("Share of the time in probes", 20e-6 / TIME),
            place("Measuring within a probe", 0.3),
            place("p50 from classic buckets", 0.0015 + 0.0035 * (202.5 - 98) / 294),
            place("p99 from classic buckets", 0.02 + 0.08 * (400.95 - 397) / 8)));

    private static Map.Entry<String, Map<String, Double>> one(String query, double number) {
        return entry(query, Map.of("", number));
    }

    private static Map.Entry<String, Map<String, Double>> place(String query, double number) {
        return entry(query, Map.of("probe=place", number));
    }

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        prometheus = new Prometheus(folder);
        prometheus.start();
        now = (long) prometheus.number("vector(time())");
        String probe = "probe";
        KnownFleet fleet = new KnownFleet(now);
        fleet.jvm("acme", "a")
                .histogram("probe.duration", Map.of(1.0, 98, 50.0, 2), probe, "place", "outcome", "ok")
                .histogram("probe.duration", Map.of(10.0, 4), probe, "place", "outcome", "error")
                .counter("probe.duration.calls", "", 100, probe, "place", "outcome", "ok")
                .counter("probe.duration.calls", "", 4, probe, "place", "outcome", "error")
                .counter("probe.slow.calls", "", 2, probe, "place", "outcome", "ok")
                .counter("probe.slow.calls", "", 1, probe, "place", "outcome", "error")
                .gauge("probe.overhead.share", "", 0.2, probe, "place", "outcome", "ok")
                .gauge("probe.duration.max", "s", 0.055, probe, "place", "outcome", "ok")
                .counter("probe.duration.slo.over", "", 2, probe, "place", "outcome", "ok", "slo", "25ms")
                .counter("probe.duration.slo.over", "", 0, probe, "place", "outcome", "error", "slo", "25ms")
                .histogram("probe.jitter", Map.of(0.1, 800), "sampler", "jitter.hiccup")
                .gauge("probe.jitter.max", "s", 0.0002, "sampler", "jitter.hiccup")
                .histogram("probe.stall", Map.of(8.0, 2), "kind", "gc")
                .histogram("probe.slow", Map.of(8.0, 3), probe, "place", "cause", "gc")
                .histogram("probe.slow", Map.of(2.0, 3), probe, "place", "cause", "unknown")
                .counter("probe.overhead", "s", 5e-6)
                .gauge("probe.published", "", 2);
        fleet.jvm("acme", "b")
                .histogram("probe.duration", Map.of(2.0, 294, 80.0, 6), probe, "place", "outcome", "ok")
                .histogram("probe.duration", Map.of(10.0, 1), probe, "place", "outcome", "cancelled")
                .counter("probe.duration.calls", "", 16 * 300, probe, "place", "outcome", "ok")
                .counter("probe.duration.calls", "", 1, probe, "place", "outcome", "cancelled")
                .gauge("probe.overhead.share", "", 0.3, probe, "place", "outcome", "ok")
                .gauge("probe.duration.max", "s", 0.09, probe, "place", "outcome", "ok")
                .counter("probe.duration.slo.over", "", 6, probe, "place", "outcome", "ok", "slo", "25ms")
                .histogram("probe.jitter", Map.of(0.1, 800, 5.0, 8), "sampler", "jitter.hiccup")
                .gauge("probe.jitter.max", "s", 0.006, "sampler", "jitter.hiccup")
                .histogram("probe.stall", Map.of(20.0, 1), "kind", "stopped")
                .counter("probe.overhead", "s", 15e-6)
                .gauge("probe.published", "", 3);
        fleet.publish(prometheus.otlpUrl());
        KnownFleet classic = new KnownFleet(now);
        double[] bounds = {0.0015, 0.005, 0.02, 0.1};
        classic.jvm("acme", "a")
                .classic("probe.duration", bounds, new long[] {98, 0, 4, 2, 0}, probe, "place", "outcome", "classic");
        classic.jvm("acme", "b")
                .classic("probe.duration", bounds, new long[] {0, 294, 1, 6, 0}, probe, "place", "outcome", "classic");
        classic.publish(prometheus.otlpUrl());
        prometheus.await("count(probe_published)", 2);
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) { // it is, where the server is missing and the test is skipped
            prometheus.close();
        }
    }

    @Test
    void eachQueryOfEachPanelGivesTheFigureThatIsTrue() {
        Map<String, Map<String, Double>> expected = new LinkedHashMap<>(EXPECTED);
        for (Row row : Dashboard.rows()) {
            for (Panel panel : row.panels()) {
                List<Query> queries = panel.queries();
                for (int i = 0; i < queries.size(); i++) {
                    String name = name(panel, i);
                    assertGives(name, queries.get(i).with(CHOSEN), expected.remove(name));
                }
            }
        }
        assertThat(expected).isEmpty();
    }

    private static String name(Panel panel, int query) {
        String ofAll =
                panel.type() == Panel.Type.STAT && List.of("p99", "Max").contains(panel.title()) ? " of all" : "";
        return panel.title() + ofAll + (panel.queries().size() > 1 ? " " + (query + 1) : "");
    }

    private static void assertGives(String name, String query, Map<String, Double> expected) {
        assertThat(expected).as("a figure for %s", name).isNotNull();
        Map<String, Double> found = new LinkedHashMap<>();
        for (JsonNode series : prometheus.query(query, now)) {
            found.put(labels(series.get("metric")), number(series));
        }
        assertThat(found.keySet()).as("%s: %s", name, query).isEqualTo(expected.keySet());
        boolean isPercentile = query.startsWith("histogram_quantile") && !query.contains("_bucket");
        expected.forEach((labels, number) -> assertThat(found.get(labels))
                .as("%s: %s", name, query)
                .isCloseTo(number, within(number * (isPercentile ? BUCKET : EXACT))));
    }

    private static String labels(JsonNode metric) {
        Map<String, String> labels = new TreeMap<>();
        metric.properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels.toString().replaceAll("[{}]", "").replace(",", "");
    }

    /** Of a native histogram its count. */
    private static double number(JsonNode series) {
        JsonNode histogram = series.get("histogram");
        return histogram == null
                ? series.get("value").get(1).asDouble()
                : histogram.get(1).get("count").asDouble();
    }

    @Test
    void theVariablesOfferWhatIsThere() throws IOException {
        for (String label : List.of("job", "instance", "probe", "outcome")) {
            String metric =
                    label.equals("job") || label.equals("instance") ? "probe_published" : "probe_duration_max_seconds";
            assertThat(Web.json(prometheus.url() + "/api/v1/label/" + label + "/values?match[]=" + metric)
                            .get("data"))
                    .as(label)
                    .isNotEmpty();
        }
    }
}
