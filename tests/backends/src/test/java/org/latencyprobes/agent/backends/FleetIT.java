package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.backends.daemon.Collector;
import org.latencyprobes.agent.backends.daemon.Daemon;
import org.latencyprobes.agent.backends.daemon.Prometheus;
import org.latencyprobes.agent.kit.Ports;

/**
 * Percentiles over several JVMs, as Prometheus computes them, beside the exact ones of all their calls: a fleet that it scrapes, and
 * one that pushes to it through a collector.
 */
@Tag("full")
final class FleetIT {

    private static final int MEMBERS = 3;
    private static final int CALLS = 100_000;

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
        scraped.recordEach(1, CALLS);
        pushed.recordEach(1, CALLS);
        awaitEach();
    }

    private static void awaitEach() {
        for (String job : new String[] {SCRAPED, PUSHED}) {
            prometheus.await("histogram_count(sum(" + series(job) + "))", MEMBERS * CALLS);
        }
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
        return newest("probe_duration_seconds{job=\"" + job + "\",probe=\"work\",outcome=\"ok\"}");
    }

    /** A scrape that comes too late makes a series stale until the next: not here. */
    private static String newest(String series) {
        return "last_over_time(" + series + "[1h])";
    }

    private static Fleet fleet(String job) {
        return job.equals(SCRAPED) ? scraped : pushed;
    }

    @ParameterizedTest
    @ValueSource(strings = {SCRAPED, PUSHED})
    void percentilesOverAFleetAreThoseOfAllItsCalls(String job) {
        Raw raw = fleet(job).raw();
        for (double part : new double[] {0.5, 0.99, 0.999}) {
            String query = "histogram_quantile(" + part + ", sum(" + series(job) + "))";
            double exact = raw.percentileSeconds(part);
            double found = prometheus.number(query);
            System.out.printf("%s: %.6f s, exact %.6f s, %+.2f %%%n", query, found, exact, 100 * (found / exact - 1));
            assertThat(found).as(query).isCloseTo(exact, PERCENTILE_ERROR);
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
        String classic = newest("probe_duration_seconds_bucket{le=\"+Inf\",probe=\"work\",outcome=\"ok\"}");
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
        awaitEach();
    }
}
