package org.latencyprobes.agent.figures;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.UtcTime;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.agent.protocol.slow.StallSum;
import org.latencyprobes.agent.stall.StallSampler;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.explain.Stall;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.Grid;

/** The table of the stalls in some time, with a row for each kind. For one thread. */
public final class StallsTable {

    private final StallTimeline timeline;
    private final Map<StallKind, Interval> rows = new TreeMap<>();

    /**
     * Begins a table without rows.
     *
     * @param timeline knows when the longest stalls were; null where there is none
     */
    public StallsTable(StallTimeline timeline) {
        this.timeline = timeline;
    }

    /**
     * Adds the stalls of a kind.
     *
     * @param interval what the probe of stalls recorded
     * @return false, and nothing is added, where it is another probe's
     */
    public boolean add(Interval interval) {
        if (!interval.isJitter() || !interval.name().equals(StallSampler.PROBE)) {
            return false;
        }
        if (interval.count() > 0) {
            rows.put(StallKind.labelled(interval.tags().get(StallSampler.KIND)), interval);
        }
        return true;
    }

    /**
     * Adds the table, also one without rows.
     *
     * @param answer gets it
     */
    public void to(Answer answer) {
        answer.add(StallSum.TABLE, StallSum.class, sums());
    }

    private List<StallSum> sums() {
        List<StallSum> sums = new ArrayList<>();
        LongUnaryOperator wallMillis = WhyTables.wallMillis();
        for (Map.Entry<StallKind, Interval> row : rows.entrySet()) {
            StallKind kind = row.getKey();
            Interval interval = row.getValue();
            long atMillis = longestAtMillis(kind, interval, wallMillis);
            sums.add(new StallSum(
                    kind.label(),
                    interval.count(),
                    Figures.totalMicros(interval),
                    interval.maxNanos() / NANOS_PER_MICRO,
                    atMillis == 0 ? "" : UtcTime.ofMilli(atMillis),
                    atMillis == 0 ? null : atMillis));
        }
        return sums;
    }

    /**
     * The table of single stalls.
     *
     * @param stalls in order
     * @return an answer with the table {@value SingleStall#TABLE}
     */
    public static Answer single(List<Stall> stalls) {
        return new Answer().add(SingleStall.TABLE, SingleStall.class, rows(stalls, WhyTables.wallMillis()));
    }

    static List<SingleStall> rows(List<Stall> stalls, LongUnaryOperator wallMillis) {
        return stalls.stream()
                .map(stall -> row(stall, wallMillis.applyAsLong(stall.startNanos())))
                .toList();
    }

    private static SingleStall row(Stall stall, long atMillis) {
        return new SingleStall(
                UtcTime.ofMilli(atMillis),
                stall.kind().label(),
                stall.nanos() / NANOS_PER_MICRO,
                stall.kind() == StallKind.SAFEPOINT ? stall.reachNanos() / NANOS_PER_MICRO : Double.NaN,
                atMillis,
                stall.startNanos());
    }

    /**
     * The table for people.
     *
     * @return lines, each ended; empty where there was no stall
     */
    public String lines() {
        if (rows.isEmpty()) {
            return "";
        }
        Grid grid = new Grid(1, List.of("stalls from 1 ms", "count", "total", "longest", "at"));
        List<StallSum> sums = sums();
        int total = Durations.unit(sums.stream().mapToDouble(StallSum::totalus).toArray());
        int longest =
                Durations.unit(sums.stream().mapToDouble(StallSum::longestus).toArray());
        for (StallSum sum : sums) {
            grid.add(List.of(
                    sum.kind(),
                    String.format(Locale.ROOT, "%,d", sum.count()),
                    Durations.text(sum.totalus(), total),
                    Durations.text(sum.longestus(), longest),
                    sum.longestAt()));
        }
        return grid.text();
    }

    /** 0 where it is not known any more. */
    private long longestAtMillis(StallKind kind, Interval interval, LongUnaryOperator wallMillis) {
        long agoNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - interval.startMillis());
        Stall longest =
                timeline == null ? null : timeline.longest(kind, System.nanoTime() - agoNanos, interval.maxNanos());
        return longest == null ? 0 : wallMillis.applyAsLong(longest.startNanos());
    }
}
