package org.latencyprobes.micrometer;

import java.util.Map;
import org.latencyprobes.histogram.IntervalCounts;
import org.latencyprobes.probe.Hub;

/** The identity of the samples of one probe or sampler and outcome, whichever copies of the library recorded them. Immutable. */
record SeriesKey(String name, Map<String, String> tags, String outcome, boolean isJitter) {

    private static final String JITTER = "jitter";

    static SeriesKey of(IntervalCounts interval) {
        return new SeriesKey(interval.name(), interval.tags(), interval.outcome(), interval.isJitter());
    }

    /** From what crosses the hub. */
    @SuppressWarnings("unchecked") // what the hub's protocol promises
    static SeriesKey of(Map<String, Object> reading) {
        return new SeriesKey(
                (String) reading.get(Hub.NAME),
                (Map<String, String>) reading.get(Hub.TAGS),
                (String) reading.get(Hub.OUTCOME),
                JITTER.equals(reading.get(Hub.KIND)));
    }

    /** Written out: the generated ones keep their class alive in the JDK's own tables, and with it an agent that has left. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SeriesKey source
                && name.equals(source.name)
                && outcome.equals(source.outcome)
                && isJitter == source.isJitter
                && tags.equals(source.tags);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * name.hashCode() + outcome.hashCode()) + tags.hashCode();
    }
}
