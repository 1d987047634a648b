package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.MergeCounts;
import org.latencyprobes.cli.logs.Untimed;
import org.latencyprobes.internal.histogram.Tag;

/**
 * The ranking of a fleet's parts, such as its hosts, by their share of the calls beyond the fleet's percentile. The logs are read twice: for
 * the percentile of all calls, and for the calls beyond it. Memory holds one histogram for each probe and outcome, and a count for each part
 * and block of time, whatever the size of the logs. For one thread.
 */
final class TailRank {

    /** The largest number of blocks of time. Each counts as one draw of what happened in it. */
    static final int MOST_BLOCKS = 60;

    private final RankRun wanted;
    private final PrintStream stderr;
    private final RankKey by;

    private final Map<Tag, HistogramSum> fleet = new HashMap<>();
    private final Map<Tag, TailCounts> tails = new HashMap<>();
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis = Long.MIN_VALUE;
    private long longestMillis = 1;
    private LogMerge last;

    /**
     * Prepares a ranking.
     *
     * @param wanted which logs are ranked, and how; jitter where its probes are named
     * @param stderr the stream for the progress of each reading if it is a terminal
     */
    TailRank(RankRun wanted, PrintStream stderr) {
        this.wanted = wanted;
        this.stderr = stderr;
        by = new RankKey(wanted.by());
    }

    /** Reads the logs twice. Lines that were appended meanwhile count in their last block. */
    MergeCounts run() throws IOException {
        scan(this::addToFleet);
        long spanMillis = Math.max(1, lastMillis - firstMillis);
        int blocks = (int) Math.max(1, Math.min(MOST_BLOCKS, spanMillis / longestMillis));
        fleet.forEach((tag, sum) -> tails.put(tag, new TailCounts(sum.total(), wanted.percentile(), blocks)));
        return scan((key, line, untimed) -> addToTail(key, line, spanMillis, blocks));
    }

    private MergeCounts scan(LogMerge.Lines lines) throws IOException {
        last = new LogMerge(wanted.sources(), wanted.filter(), 0, wanted.skipsBad());
        return MergeProgress.during(last, stderr, progress -> last.scan(lines, progress));
    }

    private void addToFleet(SumKey key, Histogram line, Untimed untimed) {
        if (wanted.filter().probes().isEmpty() && LineFilter.isJitter(key.tag().name())) {
            return;
        }
        fleet.computeIfAbsent(RankKey.whole(key), any -> new HistogramSum()).add(line, untimed);
        firstMillis = Math.min(firstMillis, line.getStartTimeStamp());
        lastMillis = Math.max(lastMillis, line.getEndTimeStamp());
        longestMillis = Math.max(longestMillis, line.getEndTimeStamp() - line.getStartTimeStamp());
    }

    private void addToTail(SumKey key, Histogram line, long spanMillis, int blocks) {
        TailCounts tail = tails.get(RankKey.whole(key));
        if (tail != null) { // jitter, or a probe that came meanwhile
            double place = (double) (line.getStartTimeStamp() - firstMillis) / spanMillis * blocks;
            int block = (int) Math.max(0, Math.min(blocks - 1, place));
            tail.add(by.of(key, line.getStartTimeStamp()), block, line);
        }
    }

    /** What was read. */
    LogMerge reading() {
        return last;
    }

    /** The probes, each with its outcome. */
    List<Tag> probes() {
        return tails.keySet().stream()
                .sorted(Comparator.comparing(Tag::name).thenComparing(Tag::outcome, Comparator.reverseOrder()))
                .toList();
    }

    /** The calls of a probe beyond its percentile. */
    TailCounts tail(Tag probe) {
        return tails.get(probe);
    }

    /** How many calls were counted and not timed, in all. */
    long untimed() {
        return fleet.values().stream().mapToLong(sum -> sum.untimed().calls()).sum();
    }
}
