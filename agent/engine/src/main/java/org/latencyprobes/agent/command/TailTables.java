package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import static org.latencyprobes.agent.protocol.Column.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latencyprobes.agent.cause.CauseSplit;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.protocol.HistogramRow;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.SlowProbe;
import org.latencyprobes.agent.stall.Stall;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.agent.thread.ThreadTime;
import org.latencyprobes.histogram.Interval;

/** The tables from which another process explains slow calls. Points in time are those of {@link System#nanoTime}. Stateless. */
public final class TailTables {

    /** Name of the table of one row with the observed time. */
    public static final String TIME = "time";

    /** Name of the table of single stalls: kind, start and length. */
    public static final String STALLS = "singleStalls";

    /** Name of the table of single slow calls. */
    public static final String CALLS = "singleCalls";

    /** Name of the table of histograms. */
    public static final String HISTOGRAMS = "histograms";

    /** Name of the table of readings of Flight Recorder's counter. */
    public static final String RECORDING = "recording";

    /** Name of the table that says why there is no recording. */
    public static final String NO_RECORDING = "noRecording";

    /** Name of the table of thresholds: longer calls of a probe are slow. */
    public static final String THRESHOLDS = "slowThresholds";

    /** Name of the table of sentences on calls that have not returned. */
    public static final String HUNG = "notReturned";

    private TailTables() {}

    /**
     * What was recorded in a time, the stalls in it, and its histograms.
     *
     * @param intervals what was recorded
     * @param costs measures
     * @param inPlaceCost mark of the cost of calls, from when the time began
     * @param timeline of stalls, or null
     * @param calls that were slow
     * @param startNanos when the time began
     * @param startMillis the same, in ms since 1970
     * @return an answer with these tables and those of a report
     */
    public static Answer of(
            List<Interval> intervals,
            CostMeasure costs,
            InPlaceCost.Mark inPlaceCost,
            StallTimeline timeline,
            List<SlowCall> calls,
            long startNanos,
            long startMillis) {
        Answer answer = ReportTable.of(intervals, costs, inPlaceCost, timeline, null);
        long endNanos = System.nanoTime();
        List<Stall> stalls = timeline == null ? List.of() : timeline.between(startNanos, endNanos);
        long stallsFromNanos = timeline == null ? startNanos : timeline.keptFrom(startNanos); // some may be gone by now
        answer.table(TIME, moments("startNanos", "endNanos", "startMillis", "stallsFromNanos"))
                .row(startNanos, endNanos, startMillis, stallsFromNanos);
        addStalls(answer, stalls);
        addCalls(answer, calls);
        return addHistograms(
                answer, intervals.stream().filter(Interval::isCalls).toList());
    }

    /**
     * Adds the table {@value #HISTOGRAMS} of what has samples.
     *
     * @param answer gets it
     * @param intervals what was recorded
     * @return the answer
     */
    static Answer addHistograms(Answer answer, List<Interval> intervals) {
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

    /** Adds the table {@value #STALLS}. */
    static void addStalls(Answer answer, List<Stall> stalls) {
        answer.table(STALLS, text("kind"), moment("startNanos"), moment("nanos"));
        stalls.forEach(stall -> answer.row(stall.kind().label(), stall.startNanos(), stall.nanos()));
    }

    /** Adds the table {@value #CALLS}. */
    static void addCalls(Answer answer, List<SlowCall> calls) {
        answer.table(
                CALLS,
                text("probe"),
                text("outcome"),
                moment("startNanos"),
                moment("nanos"),
                moment("threadId"),
                text("threadName"),
                text("trace"),
                moment("callsInside"),
                text("ofThread"),
                text("tags"),
                text("parts"),
                text("stack"));
        for (SlowCall call : calls) {
            answer.row(
                    call.probe(),
                    call.outcome(),
                    call.startNanos(),
                    call.nanos(),
                    call.threadId(),
                    call.threadName(),
                    call.trace(),
                    call.callsInside(),
                    ofThread(call),
                    Texts.tags(call.tags()),
                    call.explanation().get() instanceof CauseSplit split ? SlowTable.parts(split::nanos) : "",
                    String.join("\n", call.stack().lines()));
        }
    }

    /** {@link ThreadTime#text} of a call; empty where nothing is known. */
    private static String ofThread(SlowCall call) {
        ThreadTime time = call.explanation().get() instanceof CauseSplit split ? split.ofThread() : null;
        return time == null ? "" : time.text(call.startNanos());
    }

    /**
     * Adds the table {@value #THRESHOLDS}. A threshold is empty until it is set for the first time.
     *
     * @param answer gets it
     * @param probes that the agent keeps slow calls of
     * @param isAuto whether thresholds follow the calls
     * @return the answer
     */
    public static Answer addThresholds(Answer answer, List<SlowProbe> probes, boolean isAuto) {
        answer.table(THRESHOLDS, text("probe"), text("tags"), moment("nanos"), text("isAuto"));
        probes.forEach(probe -> answer.row(
                probe.probe(),
                Texts.tags(probe.tags()),
                probe.isThresholdKnown() ? probe.thresholdNanos() : "",
                isAuto));
        return answer;
    }

    static Column moment(String name) {
        return new Column(name, Column.Type.MOMENT);
    }

    private static Column[] moments(String... names) {
        return Arrays.stream(names).map(TailTables::moment).toArray(Column[]::new);
    }

    /**
     * Adds what maps the ticks of a recording's events to {@link System#nanoTime}.
     *
     * @param answer gets a table of one row
     * @param start readings at the start of the recording
     * @param end readings at its end
     * @return the answer
     */
    public static Answer recording(Answer answer, ClockPair start, ClockPair end) {
        return answer.table(
                        RECORDING,
                        moments("startTicks", "startNanos", "startDoubtNanos", "endTicks", "endNanos", "endDoubtNanos"))
                .row(start.ticks(), start.nanos(), start.doubtNanos(), end.ticks(), end.nanos(), end.doubtNanos());
    }

    /**
     * Adds why there is no recording.
     *
     * @param answer gets a table of one row
     * @param reason why
     * @return the answer
     */
    public static Answer noRecording(Answer answer, String reason) {
        return answer.table(NO_RECORDING, text("reason")).row(reason);
    }

    /**
     * Adds what is said of calls that have not returned.
     *
     * @param answer gets the table
     * @param sentences on them
     * @return the answer
     */
    public static Answer addHung(Answer answer, List<String> sentences) {
        answer.table(HUNG, text("sentence"));
        sentences.forEach(answer::row);
        return answer;
    }
}
