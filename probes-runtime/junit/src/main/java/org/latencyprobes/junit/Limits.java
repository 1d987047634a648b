package org.latencyprobes.junit;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.latencyprobes.internal.report.PercentileBounds;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.junit.Recorded.Samples;

/**
 * The limits of one annotation.
 *
 * @param probe the probe's name
 * @param nanos the limits of percentiles, in ns; 100 stands for the longest call
 * @param jitterNanos the jitter above which they need not hold, in ns
 */
record Limits(String probe, TreeMap<Double, Long> nanos, long jitterNanos) {

    private static final double MAX = 100;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ns|us|ms|s)");
    private static final Map<String, Long> UNITS =
            Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);

    static Limits of(LatencyLimit limit) {
        Limits limits = new Limits(limit.probe(), new TreeMap<>(), nanosOf(limit.jitter(), "jitter", limit));
        limits.add(50, limit.p50(), "p50", limit);
        limits.add(90, limit.p90(), "p90", limit);
        limits.add(99, limit.p99(), "p99", limit);
        limits.add(99.9, limit.p999(), "p999", limit);
        limits.add(MAX, limit.max(), "max", limit);
        if (limits.nanos.isEmpty()) {
            throw new ExtensionConfigurationException(
                    limit + " has no limit: give one of p50, p90, p99, p999 and max, such as p99 = \"200us\"");
        }
        return limits;
    }

    private void add(double percentile, String duration, String name, LatencyLimit limit) {
        if (!duration.isEmpty()) {
            nanos.put(percentile, nanosOf(duration, name, limit));
        }
    }

    private static long nanosOf(String duration, String name, LatencyLimit limit) {
        Matcher matcher = DURATION.matcher(duration);
        if (duration.isEmpty()) {
            return Long.MAX_VALUE;
        } else if (!matcher.matches()) {
            throw new ExtensionConfigurationException("@LatencyLimit of \"" + limit.probe() + "\": " + name + " = \""
                    + duration + "\" is not a duration, which is a whole number with ns, us, ms or s");
        }
        return Long.parseLong(matcher.group(1)) * UNITS.get(matcher.group(2));
    }

    Stream<Breach> breaches(Recorded recorded) {
        Samples calls = recorded.calls().get(probe);
        if (calls == null) {
            return Stream.of(new Breach('"' + probe + "\" recorded no call in this test; " + recorded.names(), false));
        }
        boolean isNoisy = recorded.jitterNanos() > jitterNanos;
        return nanos.entrySet().stream()
                .flatMap(limit -> breach(calls, limit.getKey(), limit.getValue(), isNoisy).stream());
    }

    private Optional<Breach> breach(Samples calls, double percentile, long limit, boolean isNoisy) {
        String name = (percentile < MAX ? Percentiles.name(percentile) : "max") + " of \"" + probe + '"';
        if (calls.count() == 0 || percentile < MAX && !PercentileBounds.isSupported(calls.count(), percentile)) {
            return Optional.of(new Breach(
                    "too few calls for " + name + ": " + calls.count() + " were timed, " + least(percentile)
                            + " are needed"
                            + (calls.untimed() == 0 ? "" : "; " + calls.untimed() + " were counted alone"),
                    false));
        }
        return calls.isAbove(limit, percentile)
                ? Optional.of(new Breach(
                        name + " is " + Recorded.micros(calls.nanos(percentile)) + ", its limit is "
                                + Recorded.micros(limit) + " (" + calls.count() + " calls, p50 "
                                + Recorded.micros(calls.nanos(50)) + ", max " + Recorded.micros(calls.nanos(MAX))
                                + ")",
                        isNoisy))
                : Optional.empty();
    }

    private static long least(double percentile) {
        return percentile < MAX ? Math.round(PercentileBounds.LEAST_BEYOND * 100 / (100 - percentile)) : 1;
    }
}
