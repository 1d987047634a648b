package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.kit.Ports;

/**
 * Percentiles over several JVMs, as Prometheus computes them, beside the exact ones of all their calls: a fleet that it scrapes, and
 * one that pushes to it through a collector.
 */
@Tag("full")
final class FleetIT {

    private static final int MEMBERS = 3;
    private static final int FIRST = 1_000;
    private static final int CALLS = 200_000;

    /**
     * A hundred scrapes, or more on a busy machine: Prometheus extrapolates each member's increase to the range's ends, by up to a
     * scrape at either.
     */
    private static final int RANGE_SECONDS = 25;

    private static final String SCRAPED = "scraped";
    private static final String PUSHED = "pushed";
    private static final Percentage PERCENTILE_ERROR = Percentage.withPercentage(1.5);
    private static final Percentage SUM_ERROR = Percentage.withPercentage(0.4);

    @TempDir
    private static Path folder;

    private static int[] ports;
    private static Prometheus prometheus;
    private static Collector collector;
    private static Fleet scraped;
    private static Fleet pushed;
    private static String range;

    /** A few calls first, so that every series is there when the range begins; then those that count. */
    @BeforeAll
    static void recordAndPublish() {
        ports = IntStream.range(0, MEMBERS).map(i -> Ports.free()).toArray();
        prometheus = new Prometheus(folder.resolve("prometheus"), ports);
        collector = new Collector(folder.resolve("collector"), prometheus.otlpUrl());
        scraped = new Fleet(folder.resolve(SCRAPED));
        pushed = new Fleet(folder.resolve(PUSHED));
        prometheus.start();
        collector.start();
        for (int i = 0; i < MEMBERS; i++) {
            scraped.join("prometheus", "port=" + ports[i]);
            pushed.join(
                    "otlp",
                    "otlp.url=" + collector.otlpUrl() + "/v1/metrics",
                    "otlp.step=" + Prometheus.SCRAPE_MILLIS + "ms",
                    "otlp.resourceAttributes=service.name=" + PUSHED + ",service.instance.id=member-" + i);
        }
        recordEach(1, FIRST);
        awaitEach(MEMBERS * FIRST);
        double beganSeconds = prometheus.number("vector(time())");
        for (String job : new String[] {SCRAPED, PUSHED}) { // a point of each within the range, before its calls
            prometheus.await("min(timestamp(" + series(job) + ")) > bool " + beganSeconds, 1);
        }
        recordEach(11, CALLS);
        awaitEach(MEMBERS * (FIRST + CALLS));
        prometheus.await("vector(time()) > bool " + (beganSeconds + RANGE_SECONDS), 1);
        double endedSeconds = prometheus.number("vector(time())");
        range = "[" + Math.round(1000 * (endedSeconds - beganSeconds)) + "ms] @ "
                + String.format(Locale.ROOT, "%.3f", endedSeconds);
    }

    private static void recordEach(int seed, int count) {
        scraped.recordEach(seed, count);
        pushed.recordEach(seed, count);
    }

    private static void awaitEach(int count) {
        prometheus.await("histogram_count(sum(" + series(SCRAPED) + "))", count);
        prometheus.await("histogram_count(sum(" + series(PUSHED) + "))", count);
    }

    @AfterAll
    static void stop() {
        for (AutoCloseable running : new AutoCloseable[] {scraped, pushed, collector, prometheus}) {
            if (running instanceof Fleet fleet) {
                fleet.close();
            } else if (running instanceof Daemon daemon) {
                daemon.close();
            }
        }
    }

    private static String series(String job) {
        return "probe_duration_seconds{job=\"" + job + "\",probe=\"work\",outcome=\"ok\"}";
    }

    private static Fleet fleet(String job) {
        return job.equals(SCRAPED) ? scraped : pushed;
    }

    @ParameterizedTest
    @ValueSource(strings = {SCRAPED, PUSHED})
    void percentilesOverAFleetAreThoseOfAllItsCalls(String job) {
        Raw raw = fleet(job).rawAfter(FIRST);
        for (String function : new String[] {"increase", "rate"}) {
            for (double part : new double[] {0.5, 0.99, 0.999}) {
                String histogram = "sum(" + function + "(" + series(job) + range + "))";
                String query = "histogram_quantile(" + part + ", " + histogram + ")";
                double exact = raw.percentileSeconds(part);
                double found = prometheus.number(query);
                System.out.printf(
                        "%s: %.6f s, exact %.6f s, %+.2f %%%n", query, found, exact, 100 * (found / exact - 1));
                assertThat(found).as(query).isCloseTo(exact, PERCENTILE_ERROR);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SCRAPED, PUSHED})
    void countsAreExactAndSumsWithinTheirError(String job) {
        Raw raw = fleet(job).raw();
        assertThat(prometheus.number("histogram_count(sum(" + series(job) + "))"))
                .isEqualTo(raw.count());
        assertThat(prometheus.number("histogram_sum(sum(" + series(job) + "))")).isCloseTo(raw.sumSeconds(), SUM_ERROR);
    }

    @Test
    void classicBucketsAreScrapedBesides() {
        String classic = series(SCRAPED).replace("seconds{", "seconds_bucket{le=\"+Inf\",");
        assertThat(prometheus.number("sum(" + classic + ")"))
                .isEqualTo(scraped.raw().count());
    }

    @Test
    void promtoolFindsNothingToSayAboutAScrape() throws Exception {
        AgentIT.assertThatPromtoolIsContent(ports[0]);
    }

    @Test
    void aRestartOfPrometheusLosesNothing() {
        prometheus.stop();
        prometheus.start();
        awaitEach(MEMBERS * (FIRST + CALLS));
    }
}
