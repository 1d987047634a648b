package org.latencyprobes.spring.boot;

import io.micrometer.core.instrument.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.latencyprobes.micrometer.LatencyProbesMetrics;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The properties that an application may set. What it does not set is left to {@link LatencyProbesMetrics}; an empty list asks
 * for none. Immutable.
 *
 * @param enabled whether probes are published; only named here, a condition reads it
 * @param percentiles for registries without histograms, above 0 and up to 1
 * @param buckets upper bounds of coarse buckets
 * @param slo durations to count the calls above
 * @param tags for the probes' meters alone
 */
@ConfigurationProperties(LatencyProbesProperties.PREFIX)
record LatencyProbesProperties(
        Boolean enabled,
        List<Double> percentiles,
        List<Duration> buckets,
        List<Duration> slo,
        Map<String, String> tags) {

    static final String PREFIX = "latency-probes.metrics";
    static final String ENABLED = PREFIX + ".enabled";

    LatencyProbesMetrics toMetrics() {
        LatencyProbesMetrics.Builder builder = LatencyProbesMetrics.builder();
        if (percentiles != null) {
            builder.percentiles(checkedPercentiles());
        }
        if (buckets != null) {
            builder.buckets(checkedDurations("buckets", buckets));
        }
        if (slo != null) {
            builder.slo(checkedDurations("slo", slo));
        }
        if (tags != null) {
            builder.tags(tags.entrySet().stream()
                    .map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                    .toList());
        }
        return builder.build();
    }

    private double[] checkedPercentiles() {
        for (double percentile : percentiles) {
            if (!(percentile > 0 && percentile <= 1)) {
                throw refusal("percentiles", percentile, "A percentile is above 0 and up to 1, the 99th 0.99.");
            }
        }
        return percentiles.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static Duration[] checkedDurations(String property, List<Duration> durations) {
        for (Duration duration : durations) {
            if (duration.isNegative() || duration.isZero()) {
                throw refusal(property, duration, "A duration is above zero and has a unit: 250us, 5ms, 1s.");
            }
        }
        return durations.toArray(Duration[]::new);
    }

    private static InvalidConfigurationPropertyValueException refusal(String property, Object value, String reason) {
        return new InvalidConfigurationPropertyValueException(PREFIX + '.' + property, value, reason);
    }
}
