package org.latencyprobes.micrometer.internal.series;

import java.util.LinkedHashMap;
import java.util.Map;
import org.latencyprobes.internal.histogram.IntervalCounts;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.probe.Kind;

/** The identity of the samples of one probe or sampler and outcome, whichever copies of the library recorded them. Immutable. */
public record SeriesKey(String name, Map<String, String> tags, String outcome, String kind) {

    private static final String OK = "ok";

    static SeriesKey of(IntervalCounts interval) {
        return new SeriesKey(interval.name(), interval.tags(), outcome(interval.outcome()), interval.kind());
    }

    /** From what crosses the hub. */
    @SuppressWarnings("unchecked") // what the hub's protocol promises
    static SeriesKey of(Map<String, Object> reading) {
        return new SeriesKey(
                (String) reading.get(Hub.NAME),
                (Map<String, String>) reading.get(Hub.TAGS),
                outcome((String) reading.get(Hub.OUTCOME)),
                (String) reading.get(Hub.KIND));
    }

    /** Self times are told by their kind. */
    private static String outcome(String outcome) {
        return outcome.endsWith(Hub.SELF_SUFFIX)
                ? outcome.substring(0, outcome.length() - Hub.SELF_SUFFIX.length())
                : outcome;
    }

    /** The calls of the probe that it is about: of a part of slow calls too, whose tags name the probe; else itself. */
    SeriesKey probe() {
        if (!isJitter()) {
            return new SeriesKey(name, tags, OK, Kind.PROBE.label());
        }
        if (!name.equals(Hub.SLOW_CALLS) || !tags.containsKey(MeterNames.PROBE)) {
            return this;
        }
        Map<String, String> own = new LinkedHashMap<>(tags);
        String probe = own.remove(MeterNames.PROBE);
        own.remove(MeterNames.CAUSE);
        return new SeriesKey(probe, own, OK, Kind.PROBE.label());
    }

    /** The same with a tag that tells its probe from others: a number made of its name and tags, the same in every JVM. */
    SeriesKey toldApart() {
        SeriesKey probe = probe();
        Map<String, String> more = new LinkedHashMap<>(tags);
        more.put(MeterNames.DISTINCT, Integer.toHexString(31 * probe.name.hashCode() + probe.tags.hashCode()));
        return new SeriesKey(name, more, outcome, kind);
    }

    boolean isOk() {
        return OK.equals(outcome);
    }

    public boolean isJitter() {
        return Kind.JITTER.label().equals(kind);
    }

    public boolean isSelf() {
        return Kind.SELF.label().equals(kind);
    }

    /** Written out: the generated ones keep their class alive in the JDK's own tables, and with it an agent that has left. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SeriesKey source
                && name.equals(source.name)
                && outcome.equals(source.outcome)
                && kind.equals(source.kind)
                && tags.equals(source.tags);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * name.hashCode() + outcome.hashCode()) + 31 * kind.hashCode() + tags.hashCode();
    }
}
