package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Percentiles over several JVMs, as Prometheus computes them, beside the exact ones of all their calls. */
final class FleetIT {

    private static final int MEMBERS = 3;
    private static final int FIRST = 1_000;
    private static final int CALLS = 200_000;
    private static final double[] PARTS = {0.5, 0.99, 0.999};
    private static final Percentage PERCENTILE_ERROR = Percentage.withPercentage(1.5);
    private static final Percentage SUM_ERROR = Percentage.withPercentage(0.4);
    private static final String SERIES = "probe_duration_seconds{probe=\"work\",outcome=\"ok\"}";
    private static final String COUNT = "histogram_count(sum(" + SERIES + "))";

    @TempDir
    private Path folder;

    @Test
    void percentilesOfAScrapedFleetAreThoseOfAllItsCalls() {
        int[] ports = IntStream.range(0, MEMBERS).map(i -> Daemon.freePort()).toArray();
        try (Prometheus prometheus = new Prometheus(folder.resolve("prometheus"), ports);
                Fleet fleet = new Fleet(folder)) {
            prometheus.start();
            for (int port : ports) {
                fleet.join("prometheus", "port=" + port);
            }
            assertTrueToAllCalls(prometheus, fleet);
        }
    }

    @Test
    void percentilesOfAFleetBehindACollectorAreThoseOfAllItsCalls() {
        try (Prometheus prometheus = new Prometheus(folder.resolve("prometheus"));
                Collector collector = new Collector(folder.resolve("collector"), prometheus.otlpUrl());
                Fleet fleet = new Fleet(folder)) {
            prometheus.start();
            collector.start();
            for (int i = 0; i < MEMBERS; i++) {
                fleet.join(
                        "otlp",
                        "otlp.url=" + collector.otlpUrl() + "/v1/metrics",
                        "otlp.step=" + Prometheus.SCRAPE_MILLIS + "ms",
                        "otlp.resourceAttributes=service.name=fleet,service.instance.id=member-" + i);
            }
            assertTrueToAllCalls(prometheus, fleet);
        }
    }

    /** A few calls first, so that every series is there when the range begins; then those that count. */
    private static void assertTrueToAllCalls(Prometheus prometheus, Fleet fleet) {
        fleet.recordEach(1, FIRST);
        prometheus.await(COUNT, MEMBERS * FIRST);
        double began = prometheus.number("time()");
        prometheus.await("min(timestamp(" + SERIES + ")) > bool " + began, 1);
        fleet.recordEach(11, CALLS);
        prometheus.await(COUNT, MEMBERS * (FIRST + CALLS));
        Raw raw = fleet.rawAfter(FIRST);
        String range = "[" + Math.round(1000 * (prometheus.number("time()") - began)) + "ms]";
        for (double part : PARTS) {
            for (String function : new String[] {"increase", "rate"}) {
                String query = "histogram_quantile(" + part + ", sum(" + function + "(" + SERIES + range + ")))";
                double exact = raw.percentileSeconds(part);
                double found = prometheus.number(query);
                System.out.printf("%s = %.6f s, exact %.6f, %+.2f %%%n", query, found, exact, 100 * (found / exact - 1));
                assertThat(found).as(query).isCloseTo(exact, PERCENTILE_ERROR);
            }
        }
        assertThat(prometheus.number("histogram_sum(sum(" + SERIES + "))"))
                .isCloseTo(fleet.raw().sumSeconds(), SUM_ERROR);
    }
}
