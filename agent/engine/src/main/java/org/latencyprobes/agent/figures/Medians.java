package org.latencyprobes.agent.figures;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Layout;

/** The medians of the calls of all probes, of all outcomes together. For one thread. */
final class Medians {

    private static final double MEDIAN = 50;

    private final Map<List<Object>, Histogram> lengths = new HashMap<>();

    Medians(List<Interval> all) {
        for (Interval interval : all) {
            if (interval.isCalls()) {
                lengths.computeIfAbsent(
                                List.of(interval.name(), interval.tags()),
                                any -> new Histogram(Layout.SIGNIFICANT_DIGITS))
                        .add(interval.histogram());
            }
        }
    }

    /** 0 where the probe has no samples. */
    long nanos(String probe, Map<String, String> tags) {
        Histogram ofProbe = lengths.get(List.of(probe, tags));
        return ofProbe == null ? 0 : ofProbe.getValueAtPercentile(MEDIAN);
    }
}
