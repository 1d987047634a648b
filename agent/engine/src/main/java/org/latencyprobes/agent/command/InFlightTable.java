package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import static org.latencyprobes.agent.protocol.Column.id;
import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.List;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.slow.ThreadStack;

/** The tables of calls that are in flight, and of stacks of these. Stateless. */
public final class InFlightTable {

    private static final Column[] CALLS = {
        text("method"), text("thread"), id("threadId"), text("state"), micros("ageus")
    };
    private static final Column[] STACKS = {id("threadId"), text("frame")};
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * A call in flight.
     *
     * @param method its probed method
     * @param thread name of its thread
     * @param threadId id of its thread; −1 where it is not known
     * @param state of its thread
     * @param nanos how long it has been in flight, in ns
     * @param stack of its thread
     */
    public record Call(
            String method, String thread, long threadId, Thread.State state, long nanos, ThreadStack stack) {}

    private InFlightTable() {}

    private static Object threadId(Call call) {
        return call.threadId() < 0 ? "" : call.threadId();
    }

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
            answer.row(call.method(), call.thread(), threadId(call), call.state(), Texts.micros(call.nanos()));
        }
        answer.table("stacks", STACKS);
        for (Call call : told.subList(0, Math.min(stacks, told.size()))) {
            call.stack().lines().forEach(line -> answer.row(threadId(call), line));
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
