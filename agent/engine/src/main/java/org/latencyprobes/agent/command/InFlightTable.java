package org.latencyprobes.agent.command;

import static org.latencyprobes.agent.control.Column.micros;
import static org.latencyprobes.agent.control.Column.number;
import static org.latencyprobes.agent.control.Column.text;

import java.util.List;
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
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * A call in flight. Immutable but for its stack; equal to itself alone.
     *
     * @param method its probed method
     * @param thread name of its thread
     * @param threadId id of its thread
     * @param state of its thread
     * @param nanos how long it has been in flight, at least, in ns
     * @param stack of its thread, the innermost frame first
     */
    public record Call(
            String method, String thread, long threadId, Thread.State state, long nanos, StackTraceElement[] stack) {

        /** Written out: the generated one would keep the agent's class loader in JDK 17 for ever. */
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
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
        answer.table("in-flight", CALLS);
        calls.stream()
                .limit(most == 0 ? calls.size() : most)
                .forEach(call -> answer.row(
                        call.method(),
                        call.thread(),
                        call.threadId(),
                        call.state(),
                        Texts.decimal(call.nanos() / NANOS_PER_MICRO)));
        answer.table("stacks", STACKS);
        for (Call call : calls.subList(0, Math.min(stacks, calls.size()))) {
            for (int frame = 0; frame < Math.min(MOST_FRAMES, call.stack().length); frame++) {
                answer.row(call.threadId(), call.stack()[frame]);
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
