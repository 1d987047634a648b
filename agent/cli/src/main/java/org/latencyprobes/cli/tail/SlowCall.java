package org.latencyprobes.cli.tail;

import org.latencyprobes.agent.protocol.Table;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.cause.Cause;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.thread.ThreadTime;
import org.latencyprobes.cli.live.CauseParts;
import org.latencyprobes.cli.tail.Spans.Span;

/**
 * A slow call that the agent has kept, or has written to a recording.
 *
 * @param probe the probe's name
 * @param tags the probe's tags as they stand in a cell
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 * @param startNanos when it began, as {@link System#nanoTime} counts; in a recording of a user's, in ns since 1970
 * @param nanos how long it took, in ns
 * @param threadId the Java id of its thread; −1 where it is not known
 * @param thread its thread's name
 * @param trace the trace id that the application had; empty where it had none
 * @param callsInside how many timed calls were inside; −1 where it is not known
 * @param ofThread what its thread did; null where that is not known
 * @param told ns by cause that the agent itself tells of it, without the moments; the waits alone where its stalls are told one by one
 * @param stack captured while it was in flight, a line for each frame, the innermost first; empty where it was not; any text
 */
record SlowCall(
        String probe,
        String tags,
        String outcome,
        long startNanos,
        long nanos,
        long threadId,
        String thread,
        String trace,
        long callsInside,
        ThreadTime ofThread,
        Map<String, Long> told,
        String stack) {

    /** The causes that are waits of the call's thread. */
    static final List<String> WAITS = Arrays.stream(Cause.values())
            .filter(Cause::isWait)
            .map(Cause::label)
            .toList();

    /** Reads the rows of the agent's table. Calls from before a moment have their stalls from there, too. */
    static List<SlowCall> of(Table table, long stallsFromNanos) {
        return table.rows().stream().map(row -> of(table, row, stallsFromNanos)).toList();
    }

    private static SlowCall of(Table table, List<String> row, long stallsFromNanos) {
        long startNanos = Long.parseLong(row.get(table.indexOf("startNanos")));
        return new SlowCall(
                row.get(table.indexOf("probe")),
                row.get(table.indexOf("tags")),
                row.get(table.indexOf("outcome")),
                startNanos,
                Long.parseLong(row.get(table.indexOf("nanos"))),
                Long.parseLong(row.get(table.indexOf("threadId"))),
                row.get(table.indexOf("threadName")),
                row.get(table.indexOf("trace")),
                Long.parseLong(row.get(table.indexOf("callsInside"))),
                ThreadTime.parse(row.get(table.indexOf("ofThread")), startNanos),
                told(CauseParts.parse(row.get(table.indexOf("parts"))).nanos(), startNanos < stallsFromNanos),
                row.get(table.indexOf("stack")));
    }

    private static Map<String, Long> told(Map<String, Long> parts, boolean withStalls) {
        Map<String, Long> told = new LinkedHashMap<>(parts);
        if (!withStalls) {
            told.keySet().retainAll(WAITS);
        }
        return told;
    }

    /** Whether the agent tells its stalls only by their length. */
    boolean hasUnplacedStalls() {
        return !WAITS.containsAll(told.keySet());
    }

    CallsKey key() {
        return new CallsKey(probe, tags, outcome);
    }

    /** As a rule. A platform thread may have an empty name too, if it was given one. */
    boolean isVirtual() {
        return thread.isEmpty();
    }

    Span span() {
        return new Span(startNanos, startNanos + nanos);
    }

    SlowCall at(long otherStartNanos) {
        return new SlowCall(
                probe,
                tags,
                outcome,
                otherStartNanos,
                nanos,
                threadId,
                thread,
                trace,
                callsInside,
                ofThread,
                told,
                stack);
    }
}
