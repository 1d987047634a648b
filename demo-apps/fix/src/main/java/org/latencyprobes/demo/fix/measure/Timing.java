package org.latencyprobes.demo.fix.measure;

import java.util.List;
import org.latencyprobes.demo.common.figures.Distribution;

/**
 * A distribution of durations with its mean.
 *
 * @param distribution the durations
 * @param meanNanos their mean: exact where every duration was kept, else of the buckets' middles
 */
public record Timing(Distribution distribution, double meanNanos) {

    /** All of some timings together. */
    public static Timing pooled(List<Timing> timings) {
        Distribution all = timings.stream().map(Timing::distribution).reduce(Distribution.none(), Distribution::plus);
        double sum = timings.stream()
                .mapToDouble(timing -> timing.meanNanos * timing.distribution.count())
                .sum();
        return new Timing(all, all.isEmpty() ? 0 : sum / all.count());
    }
}
