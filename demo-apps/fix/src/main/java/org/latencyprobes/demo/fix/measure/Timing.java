package org.latencyprobes.demo.fix.measure;

import org.latencyprobes.demo.common.Distribution;

/**
 * A distribution of durations with its mean.
 *
 * @param distribution the durations
 * @param meanNanos their mean: exact where every duration was kept, else of the buckets' middles
 */
public record Timing(Distribution distribution, double meanNanos) {

    static Timing of(Distribution distribution) {
        return new Timing(
                distribution,
                distribution.isEmpty() ? 0 : distribution.histogram().getMean());
    }
}
