package org.latencyprobes.micrometer.internal.series;

import io.micrometer.core.instrument.Tags;
import java.util.Map;
import org.latencyprobes.internal.jitter.HiccupSampler;
import org.latencyprobes.internal.probe.Hub;

/**
 * The names and tag keys of all that is published, the same for all registries; each registry's naming convention makes them its
 * own.
 */
public final class MeterNames {

    public static final String DURATION = "probe.duration";
    static final String SELF = "probe.self";
    static final String JITTER = "probe.jitter";
    static final String STALL = "probe.stall";
    static final String SLOW = "probe.slow";
    public static final String SLOW_CALLS = SLOW + ".calls";
    static final String PROBE = "probe";
    static final String OUTCOME = "outcome";
    static final String SAMPLER = "sampler";
    static final String CAUSE = "cause";
    static final String DISTINCT = "distinct";

    public static final String MAX = ".max";
    static final String CALLS = ".calls";
    public static final String COUNT = ".count";
    public static final String TIMED = ".timed";
    public static final String SUM = ".sum";
    public static final String PERCENTILE = ".percentile";
    public static final String PHI = "phi";
    public static final String HISTOGRAM = ".histogram";
    public static final String UPPER_BOUND = "ub";

    public static final String SLO_OVER = DURATION + ".slo.over";
    public static final String SLO_EDGE = DURATION + ".slo.edge";
    public static final String SLO = "slo";

    public static final String PUBLISHED = "probe.published";
    public static final String MEASURING = "probe.overhead";
    public static final String MEASURING_SHARE = MEASURING + ".share";

    static final String ABOUT_DURATION = "How long calls took";
    static final String ABOUT_SELF = "How long calls took without the probed calls inside";
    static final String ABOUT_JITTER = "Delays of the JVM and the machine";
    static final String ABOUT_STALL = "How long the JVM stood still, by kind";
    static final String ABOUT_SLOW = "The time of slow calls, by cause";
    public static final String ABOUT_SLOW_CALLS = "How many timed calls were slow, whatever the cause";
    public static final String ABOUT_MAX = "The longest since the publish before";
    static final String ABOUT_CALLS = "How many calls there were, timed or not";
    public static final String ABOUT_COUNT = "How many there were";
    public static final String ABOUT_TIMED = "How many of them were timed: sum and buckets are of these";
    public static final String ABOUT_SUM = "How long those that were timed took together, within 0.4 %";
    public static final String ABOUT_PERCENTILE = "Percentiles of what came since the publish before";
    public static final String ABOUT_HISTOGRAM = "How many of the timed took at most ub";
    public static final String ABOUT_SLO_OVER = "How many timed calls took longer than the threshold";
    public static final String ABOUT_SLO_EDGE = "Where between two counters the threshold lies";
    public static final String ABOUT_PUBLISHED =
            "How many probes are published here, with jitter samplers, kinds of stalls, and causes of slow calls by probe";
    public static final String ABOUT_MEASURING = "What measuring has cost: calls times the cost of one";
    public static final String ABOUT_MEASURING_SHARE =
            "Which share of the calls' usual time was the measuring of the probes inside, from 0 to 1";

    private MeterNames() {}

    /** The name of a meter of one series; the suffix says which of its meters. */
    public static String of(SeriesKey series, String suffix) {
        if (!series.isJitter()) {
            return (series.isSelf() ? SELF : DURATION) + suffix;
        }
        return switch (series.name()) {
            case HiccupSampler.STALL_PROBE -> STALL + suffix;
            case Hub.SLOW_CALLS -> SLOW + suffix;
            default -> JITTER + suffix;
        };
    }

    /** What it is: a call, a jitter sampler's delay, a stall, or a part of slow calls. */
    static String about(SeriesKey series) {
        if (!series.isJitter()) {
            return series.isSelf() ? ABOUT_SELF : ABOUT_DURATION;
        }
        return switch (series.name()) {
            case HiccupSampler.STALL_PROBE -> ABOUT_STALL;
            case Hub.SLOW_CALLS -> ABOUT_SLOW;
            default -> ABOUT_JITTER;
        };
    }

    /** Stalls and slow calls have tags of their own, and a meter apart: they are no samples of every millisecond. */
    private static boolean isSampler(SeriesKey series) {
        return series.isJitter()
                && !series.name().equals(HiccupSampler.STALL_PROBE)
                && !series.name().equals(Hub.SLOW_CALLS);
    }

    /** The tags of all meters of one series; those of the probe itself win over common ones of the same key. */
    public static Tags tags(SeriesKey series, Tags common) {
        Tags all = common;
        for (Map.Entry<String, String> tag : series.tags().entrySet()) {
            all = all.and(tag.getKey(), tag.getValue());
        }
        if (!series.isJitter()) {
            return all.and(PROBE, series.name(), OUTCOME, series.outcome());
        }
        return isSampler(series) ? all.and(SAMPLER, series.name()) : all;
    }
}
