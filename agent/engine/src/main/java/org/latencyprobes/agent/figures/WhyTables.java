package org.latencyprobes.agent.figures;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.slow.ObservedTime;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.protocol.slow.SampledProbe;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.agent.slow.SampledCalls;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.explain.Stall;
import org.latencyprobes.histogram.Interval;

/** The tables from which another process explains slow calls. Stateless. */
public final class WhyTables {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private WhyTables() {}

    /**
     * What was recorded in a time, the stalls in it, and its histograms.
     *
     * @param intervals what was recorded
     * @param costs measures
     * @param start when the time began
     * @param timeline of stalls, or null
     * @param samples of the calls
     * @param startMillis the same start, in ms since 1970
     * @return an answer with these tables and those of a report
     */
    public static Answer of(
            List<Interval> intervals,
            CostMeasure costs,
            Conditions.Mark start,
            StallTimeline timeline,
            List<SampledCalls.Sample> samples,
            long startMillis) {
        Answer answer = ReportTable.of(intervals, costs, start, timeline, null);
        long startNanos = start.nanos();
        long endNanos = System.nanoTime();
        List<Stall> stalls = timeline == null ? List.of() : timeline.between(startNanos, endNanos);
        long stallsFromNanos = timeline == null ? startNanos : timeline.keptFrom(startNanos); // some may be gone by now
        LongUnaryOperator wallMillis = wallMillis(startMillis, startNanos);
        answer.add(ObservedTime.TABLE, new ObservedTime(startNanos, endNanos, startMillis, stallsFromNanos));
        addStalls(answer, stalls, wallMillis);
        addSamples(answer, samples, wallMillis);
        return addHistograms(
                answer, intervals.stream().filter(Interval::isCalls).toList());
    }

    /** The same by readings of now: of some pairs the one that was read in the shortest time, since whoever reads may lose its CPU in between. */
    static LongUnaryOperator wallMillis() {
        ClockPair wall = ClockPair.read(() -> ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()));
        return moment -> Math.floorDiv(wall.ticks() + moment - wall.nanos(), NANOS_PER_MILLI);
    }

    /** The time of day, in ms since 1970, of moments that {@link System#nanoTime} counts, by one reading of both. */
    static LongUnaryOperator wallMillis(long millis, long nanos) {
        return moment -> millis - TimeUnit.NANOSECONDS.toMillis(nanos - moment);
    }

    /**
     * Adds the table {@value HistogramRow#TABLE} of what has samples.
     *
     * @param answer gets it
     * @param intervals what was recorded
     * @return the answer
     */
    public static Answer addHistograms(Answer answer, List<Interval> intervals) {
        HistogramText text = new HistogramText();
        List<HistogramRow> rows = new ArrayList<>();
        for (Interval interval : intervals) {
            if (interval.timed() > 0) {
                rows.add(new HistogramRow(
                        interval.name(),
                        interval.tags(),
                        interval.outcome(),
                        text.of(interval.histogram()),
                        interval.kind(),
                        interval.owner()));
            }
        }
        answer.add(HistogramRow.TABLE, HistogramRow.class, rows);
        return answer;
    }

    static void addStalls(Answer answer, List<Stall> stalls, LongUnaryOperator wallMillis) {
        answer.add(SingleStall.TABLE, SingleStall.class, StallsTable.rows(stalls, wallMillis));
    }

    static void addCalls(Answer answer, List<SlowCall> calls, LongUnaryOperator wallMillis) {
        List<SingleCall> rows = calls.stream()
                .map(call -> SlowTable.single(call, false, wallMillis))
                .toList();
        answer.add(SingleCall.TABLE, SingleCall.class, rows);
    }

    private static void addSamples(Answer answer, List<SampledCalls.Sample> samples, LongUnaryOperator wallMillis) {
        List<SingleCall> rows = new ArrayList<>();
        List<SampledProbe> probes = new ArrayList<>();
        for (SampledCalls.Sample sample : samples) {
            sample.calls().forEach(call -> rows.add(SlowTable.single(call, true, wallMillis)));
            sample.longest().forEach(call -> rows.add(SlowTable.single(call, false, wallMillis)));
            Map<String, Double> lost = new LinkedHashMap<>();
            for (int stratum = 0; stratum < sample.lost().length; stratum++) {
                if (sample.lost()[stratum] > 0) {
                    lost.put(String.valueOf(stratum), sample.lost()[stratum]);
                }
            }
            probes.add(new SampledProbe(sample.probe(), sample.tags(), sample.outcome(), sample.most(), lost));
        }
        answer.add(SingleCall.TABLE, SingleCall.class, rows).add(SampledProbe.TABLE, SampledProbe.class, probes);
    }

    /**
     * Adds what is said of calls that have not returned.
     *
     * @param answer gets the table
     * @param sentences on them
     * @return the answer
     */
    public static Answer addNotReturned(Answer answer, List<String> sentences) {
        return answer.add(
                Remark.STUCK, Remark.class, sentences.stream().map(Remark::new).toList());
    }
}
