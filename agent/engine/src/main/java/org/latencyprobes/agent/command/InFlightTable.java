package org.latencyprobes.agent.command;

import static org.latencyprobes.agent.control.Column.micros;
import static org.latencyprobes.agent.control.Column.number;
import static org.latencyprobes.agent.control.Column.text;

import java.util.Arrays;
import java.util.List;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Column;

/** The tables of calls that are in flight, and of stacks of these. Stateless. */
public final class InFlightTable {

    /** The most frames of a stack that are told. */
    private static final int MOST_FRAMES = 64;

    private static final Column[] CALLS = {
        text("method"), text("thread"), number("threadId"), text("state"), micros("ageus")
    };
    private static final Column[] STACKS = {number("threadId"), text("frame")};
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * A call in flight.
     *
     * @param method its probed method
     * @param thread name of its thread
     * @param threadId id of its thread
     * @param state of its thread
     * @param nanos how long it has been in flight, in ns
     * @param stack the innermost frames of its thread, the innermost first
     * @param more how many frames there are beyond these
     */
    public record Call(
            String method,
            String thread,
            long threadId,
            Thread.State state,
            long nanos,
            StackTraceElement[] stack,
            int more) {

        /**
         * A call of a thread.
         *
         * @param method its probed method
         * @param thread its thread
         * @param threadId id of its thread
         * @param nanos how long it has been in flight, in ns
         * @param stack the whole stack of its thread; not kept
         * @return with the innermost {@value InFlightTable#MOST_FRAMES} frames
         */
        public static Call of(String method, Thread thread, long threadId, long nanos, StackTraceElement[] stack) {
            int kept = Math.min(MOST_FRAMES, stack.length);
            return new Call(
                    method,
                    thread.getName(),
                    threadId,
                    thread.getState(),
                    nanos,
                    Arrays.copyOf(stack, kept),
                    stack.length - kept);
        }
    }

    private InFlightTable() {}

    /**
     * Adds both tables.
     *
     * @param answer gets them
     * @param calls the longest in flight first
     * @param most how many of them at most; 0 for all
     * @param stacks of how many the stack
     * @return the answer
     */
    public static Answer add(Answer answer, List<Call> calls, int most, int stacks) {
        List<Call> told = calls.subList(0, most == 0 ? calls.size() : Math.min(most, calls.size()));
        answer.table("in-flight", CALLS);
        for (Call call : told) {
            answer.row(call.method(), call.thread(), call.threadId(), call.state(), Texts.micros(call.nanos()));
        }
        answer.table("stacks", STACKS);
        for (Call call : told.subList(0, Math.min(stacks, told.size()))) {
            for (StackTraceElement frame : call.stack()) {
                answer.row(call.threadId(), frame);
            }
            if (call.more() > 0) {
                answer.row(call.threadId(), "… " + Plural.of(call.more(), "more frame", "more frames"));
            }
        }
        return answer;
    }

    /**
     * A length of time in ms.
     *
     * @param nanos its length in ns
     * @return such as {@code 10 ms}
     */
    public static String millis(long nanos) {
        return Texts.decimal(nanos / NANOS_PER_MILLI) + " ms";
    }
}
