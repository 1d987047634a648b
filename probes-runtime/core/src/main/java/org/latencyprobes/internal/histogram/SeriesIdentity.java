package org.latencyprobes.internal.histogram;

import java.util.Map;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.probe.Kind;

/** The identity of a series: which probe, under which outcome, in which copy of this library. Immutable. */
public abstract sealed class SeriesIdentity permits IntervalCounts, SeriesReader.Series {

    /** What the {@link Hub} carries of the series. */
    final Map<String, Object> reading;

    private final String owner;

    SeriesIdentity(String owner, Map<String, Object> reading) {
        this.owner = owner;
        this.reading = reading;
    }

    /**
     * Which copy of this library in the JVM has the probe.
     *
     * @return a text that is another one for each copy, and the same as long as it is there
     */
    public String owner() {
        return owner;
    }

    /**
     * The probe's name.
     *
     * @return any text but an empty one
     */
    public String name() {
        return (String) reading.get(Hub.NAME);
    }

    /**
     * The probe's tags.
     *
     * @return unmodifiable, in order
     */
    @SuppressWarnings("unchecked") // what the hub's protocol promises
    public Map<String, String> tags() {
        return (Map<String, String>) reading.get(Hub.TAGS);
    }

    /**
     * The outcome of the calls.
     *
     * @return {@code ok}, {@code error} or {@code cancelled}; of self times with {@link Hub#SELF_SUFFIX}
     */
    public String outcome() {
        return (String) reading.get(Hub.OUTCOME);
    }

    /**
     * The kind of the samples.
     *
     * @return {@code probe}, {@code jitter} or {@code self}
     */
    public String kind() {
        return (String) reading.get(Hub.KIND);
    }

    /**
     * Whether the samples are calls.
     *
     * @return false for a jitter sampler's and for self times, which are parts of calls
     */
    public boolean isCalls() {
        return Kind.PROBE.label().equals(kind());
    }

    /**
     * Whether the samples are delays of the JVM or the machine.
     *
     * @return true for a jitter sampler's
     */
    public boolean isJitter() {
        return Kind.JITTER.label().equals(kind());
    }
}
