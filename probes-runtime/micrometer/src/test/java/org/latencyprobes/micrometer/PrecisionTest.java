package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBucket;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.probe.LatencyProbe;

/**
 * Percentiles of a fleet: histograms of JVMs that differ are merged as a backend merges them and compared with the percentiles of all
 * their raw values, kept selfMetrics.
 */
class PrecisionTest {

    private static final int JVMS = 6;
    private static final int CALLS = 60_000;
    private static final double[] QUANTILES = {0.5, 0.99, 0.999};
    private static final double ALLOWED = 0.015;

    private final LatencyProbesMetrics metrics = new LatencyProbesMetrics();

    @AfterEach
    void close() {
        metrics.close();
    }

    /** Replays latencies into one probe for each JVM; returns all of them, sorted. JVMs differ by up to a factor of 32. */
    private static long[] replay(String name) {
        SplittableRandom random = new SplittableRandom(42);
        long[] raw = new long[JVMS * CALLS];
        for (int jvm = 0; jvm < JVMS; jvm++) {
            LatencyProbe probe = LatencyProbe.named(name + jvm);
            for (int call = 0; call < CALLS; call++) {
                long nanos = latencyNanos(random, jvm);
                raw[jvm * CALLS + call] = nanos;
                probe.recordNanos(nanos);
            }
        }
        Arrays.sort(raw);
        return raw;
    }

    /** Log-normal around some µs, with a rare slow path as services have it. */
    private static long latencyNanos(SplittableRandom random, int jvm) {
        double usual = 3_000 * (1 << jvm) * Math.exp(0.5 * gaussian(random));
        boolean isSlow = random.nextInt(400) == 0;
        return (long) (isSlow ? 2_000_000 * Math.exp(0.8 * gaussian(random)) : usual);
    }

    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    @Test
    void nativeHistogramsOfAFleet() {
        long[] raw = replay("precision native ");
        PrometheusMeterRegistry registry = Scrape.registry();
        metrics.bindTo(registry);
        Scrape scrape = Scrape.of(registry);
        TreeMap<Integer, Long> merged = new TreeMap<>();
        double sum = 0;
        for (int jvm = 0; jvm < JVMS; jvm++) {
            HistogramDataPointSnapshot point = scrape.histogram("precision native " + jvm);
            assertThat(point.getCount()).isEqualTo(CALLS);
            sum += point.getSum();
            for (NativeHistogramBucket bucket : point.getNativeBucketsForPositiveValues()) {
                merged.merge(bucket.getBucketIndex(), bucket.getCount(), Long::sum);
            }
        }
        compare(merged, sum, raw);
    }

    @Test
    void exponentialHistogramsOfAFleet() {
        long[] raw = replay("precision otlp ");
        Otlp otlp = new Otlp();
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        metrics.bindTo(registry);
        Otlp.publish(registry);
        TreeMap<Integer, Long> merged = new TreeMap<>();
        double sum = 0;
        for (int jvm = 0; jvm < JVMS; jvm++) {
            ExponentialHistogramDataPoint point = otlp.only("precision otlp " + jvm);
            assertThat(point.getCount()).isEqualTo(CALLS);
            sum += point.getSum();
            for (int i = 0; i < point.getPositive().getBucketCountsCount(); i++) {
                int upper = point.getPositive().getOffset() + i + 1;
                merged.merge(upper, point.getPositive().getBucketCounts(i), Long::sum);
            }
        }
        compare(merged, sum, raw);
    }

    private static void compare(TreeMap<Integer, Long> merged, double sumSeconds, long[] raw) {
        double rawSumSeconds = Arrays.stream(raw).sum() / 1e9;
        assertThat(sumSeconds).isCloseTo(rawSumSeconds, within(rawSumSeconds * 0.004));
        assertThat(merged.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(raw.length);
        for (double quantile : QUANTILES) {
            double exact = raw[(int) Math.ceil(quantile * raw.length) - 1] / 1e9;
            double estimated = quantile(merged, quantile, raw.length);
            System.out.printf(
                    "p%s: exact %.9f s, merged %.9f s, off %.2f %%%n",
                    quantile * 100, exact, estimated, 100 * (estimated / exact - 1));
            assertThat(estimated).as("p" + 100 * quantile).isCloseTo(exact, within(exact * ALLOWED));
        }
    }

    /** As Prometheus has it: exponential interpolation within the bucket that the rank falls into. */
    private static double quantile(TreeMap<Integer, Long> buckets, double quantile, long count) {
        double rank = quantile * count;
        long below = 0;
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            if (below + bucket.getValue() >= rank) {
                return Math.pow(2, (bucket.getKey() - 1 + (rank - below) / bucket.getValue()) / 32);
            }
            below += bucket.getValue();
        }
        throw new AssertionError("no bucket holds rank " + rank);
    }
}
