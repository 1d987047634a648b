package org.latencyprobes.agent.option;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The options that hold for all backends. Of JDK types.
 *
 * @param percentiles for backends without histograms; empty for the standard ones
 * @param buckets upper bounds of the coarse buckets; empty for the standard ones
 * @param slo thresholds
 * @param tags for all that is published
 */
public record Publishing(
        List<Double> percentiles, List<Duration> buckets, List<Duration> slo, Map<String, String> tags) {

    /** By hand, as docs/internals/loading-and-leaving.md says of records that are compared. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Publishing publishing
                && percentiles.equals(publishing.percentiles)
                && buckets.equals(publishing.buckets)
                && slo.equals(publishing.slo)
                && tags.equals(publishing.tags);
    }

    @Override
    public int hashCode() {
        return Objects.hash(percentiles, buckets, slo, tags);
    }
}
