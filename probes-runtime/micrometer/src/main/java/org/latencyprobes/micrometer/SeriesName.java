package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Tags;
import java.util.Map;
import org.latencyprobes.histogram.IntervalCounts;
import org.latencyprobes.probe.Hub;

/** The identity of the samples of one probe or sampler and outcome, whichever copies of the library recorded them. Immutable. */
record SeriesName(String name, Map<String, String> tags, String outcome, boolean isJitter) {

    private static final String JITTER = "jitter";

    static SeriesName of(IntervalCounts interval) {
        return new SeriesName(interval.name(), interval.tags(), interval.outcome(), interval.isJitter());
    }

    /** From what crosses the hub. */
    @SuppressWarnings("unchecked") // what the hub's protocol promises
    static SeriesName of(Map<String, Object> reading) {
        return new SeriesName(
                (String) reading.get(Hub.NAME),
                (Map<String, String>) reading.get(Hub.TAGS),
                (String) reading.get(Hub.OUTCOME),
                JITTER.equals(reading.get(Hub.KIND)));
    }

    /** The name of all of its meters, which ends in what each of them says. */
    String meterName(String suffix) {
        return (isJitter ? MeterNames.JITTER : MeterNames.DURATION) + suffix;
    }

    /** The tags of all of its meters; those of the probe itself win over the annotation's of the same key. */
    Tags meterTags(Tags common) {
        Tags all = common;
        for (Map.Entry<String, String> tag : tags.entrySet()) {
            all = all.and(tag.getKey(), tag.getValue());
        }
        return isJitter
                ? all.and(MeterNames.SAMPLER, name)
                : all.and(MeterNames.PROBE, name, MeterNames.OUTCOME, outcome);
    }

    /** Written out: the generated ones keep their class alive in the JDK's own tables, and with it an agent that has left. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SeriesName source
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
