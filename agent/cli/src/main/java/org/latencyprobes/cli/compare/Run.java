package org.latencyprobes.cli.compare;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.latencyprobes.cli.merge.MergeTable;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.probe.Hub;

/** One run of a JVM: what each probe recorded, as logs, a live JVM or JMH tell it. Not thread-safe. */
final class Run {

    /** Between half and all of so many blocks of time are kept of a run. */
    static final int MOST_BLOCKS = 128;

    /** How many pairs of probe and cause the agent records at most. */
    private static final int MOST_CAUSES = 128;

    /** The end of 1970. Earlier times are counted from a start that is not known. */
    private static final long FIRST_DATED_MILLIS = 31_536_000_000L;

    private final String name;
    private final int mostBlocks;
    private final Map<String, ProbeRun> probes = new TreeMap<>();
    private final Map<String, CauseTimes> causes = new TreeMap<>();
    private long coveredMillis;
    private long beginMillis = Long.MAX_VALUE;
    private long endMillis = Long.MIN_VALUE;

    /** A run without anything, to be added to, of which so many blocks of time are kept. */
    Run(String name, int mostBlocks) {
        this.name = name;
        this.mostBlocks = mostBlocks;
    }

    /** A run without anything, to be added to. */
    static Run of(String name) {
        return new Run(name, MOST_BLOCKS);
    }

    /** Adds a line. Self times are parts of calls, and left out. Causes of slow calls are no probes. */
    void add(Tag tag, Histogram line, long untimed) {
        beginMillis = Math.min(beginMillis, line.getStartTimeStamp());
        endMillis = Math.max(endMillis, line.getEndTimeStamp());
        if (tag.name().equals(Hub.SLOW_CALLS)) {
            if (line.getTotalCount() > 0) {
                causes.computeIfAbsent(name(CauseTimes.probe(tag)), any -> new CauseTimes())
                        .add(tag, line);
            }
        } else if (!tag.outcome().endsWith(Hub.SELF_SUFFIX)) {
            probes.computeIfAbsent(name(tag), any -> new ProbeRun(mostBlocks)).add(tag.outcome(), line, untimed);
        }
    }

    /** Frees the memory of adding. */
    void close() {
        probes.values().forEach(ProbeRun::close);
    }

    /** Says how much time the run is of, in ms. */
    void cover(long millis) {
        coveredMillis = millis;
    }

    /** The probe as reports name it. */
    private static String name(Tag tag) {
        String name = MergeTable.name(tag);
        Map<String, String> tags = tag.tags();
        return tags.isEmpty()
                ? name
                : tags.entrySet().stream()
                        .map(each -> each.getKey() + '=' + each.getValue())
                        .collect(Collectors.joining(",", name + '{', "}"));
    }

    /** The name in messages. */
    String name() {
        return name;
    }

    /** What each probe recorded, by its name with tags. */
    Map<String, ProbeRun> probes() {
        return probes;
    }

    /** The causes of each probe's slow calls, by its name with tags. */
    Map<String, CauseTimes> causes() {
        return causes;
    }

    /** Whether it has so many pairs of probe and cause that the agent may have left out others. */
    boolean isFullOfCauses() {
        return causes.values().stream().mapToInt(each -> each.causes().size()).sum() >= MOST_CAUSES;
    }

    /** Whether all its lines end before the other's begin; false if one of them does not know its times. */
    boolean endsBefore(Run other) {
        return beginMillis >= FIRST_DATED_MILLIS
                && other.beginMillis >= FIRST_DATED_MILLIS
                && endMillis <= other.beginMillis;
    }

    /** How much time it is of, in ms; 0 where it is not known. */
    long coveredMillis() {
        return coveredMillis;
    }
}
