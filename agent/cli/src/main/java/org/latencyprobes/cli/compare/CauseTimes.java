package org.latencyprobes.cli.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.internal.histogram.Tag;

/** The time of one probe's slow calls by cause, as logs, marks and live JVMs tell it. Not thread-safe. */
final class CauseTimes {

    private static final String PROBE = "probe";
    private static final String CAUSE = "cause";

    private final Map<String, Time> causes = new TreeMap<>();

    /**
     * The time of one cause.
     *
     * @param calls how many slow calls have some of it, by the agent's sample
     * @param lookedAt how many of them were in that sample, at least: each stands for others, all with its own time
     * @param nanos their time of it
     */
    record Time(long calls, long lookedAt, double nanos) {

        private static final Time NONE = new Time(0, 0, 0);

        private Time plus(Time other) {
            return new Time(calls + other.calls, lookedAt + other.lookedAt, nanos + other.nanos);
        }
    }

    /** The probe that a line of slow calls is of: its name and its own tags. */
    static Tag probe(Tag line) {
        Map<String, String> own = new LinkedHashMap<>(line.tags());
        own.remove(PROBE);
        own.remove(CAUSE);
        return new Tag(line.tags().getOrDefault(PROBE, ""), own, "");
    }

    /** Adds a line with samples of one cause. */
    void add(Tag tag, Histogram line) {
        long calls = line.getTotalCount();
        long lookedAt = 0;
        for (HistogramIterationValue any : line.recordedValues()) {
            lookedAt++;
        }
        add(tag.tags().getOrDefault(CAUSE, ""), new Time(calls, lookedAt, line.getMean() * calls));
    }

    private void add(String cause, Time time) {
        causes.merge(cause, time, Time::plus);
    }

    /** Adds those of another run. */
    void add(CauseTimes other) {
        other.causes.forEach(this::add);
    }

    /** The causes that have a time. */
    Set<String> causes() {
        return causes.keySet();
    }

    Time of(String cause) {
        return causes.getOrDefault(cause, Time.NONE);
    }

    /** The time of all causes, in ns. */
    double nanos() {
        return causes.values().stream().mapToDouble(Time::nanos).sum();
    }

    /** How many calls were slow, at least: a call may have several causes, and each cause is counted by itself. */
    long leastKept() {
        return causes.values().stream().mapToLong(Time::calls).max().orElse(0);
    }

    /** How many of them were looked at, at least. */
    long leastLookedAt() {
        return causes.values().stream().mapToLong(Time::lookedAt).max().orElse(0);
    }
}
