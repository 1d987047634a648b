package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.command.InFlightTable;
import org.latencyprobes.agent.command.InFlightTable.Call;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.agent.slow.ThreadStack;
import org.latencyprobes.counts.OpenCalls;

/**
 * The calls that are in flight: they have begun and not ended, so no histogram has them. Each thread's outermost one counts.
 *
 * <p>For one thread.
 */
final class CallsInFlight {

    private final long leastNanos;
    private final List<Call> calls = new ArrayList<>();

    private CallsInFlight(long leastNanos) {
        this.leastNanos = leastNanos;
    }

    /**
     * Looks once.
     *
     * @param woven all probed methods
     * @param clock that calls are timed by; asked for where there is a probed method
     * @param leastNanos for how long a call is in flight that is told of, in ns
     * @param most how many calls are told of; 0 for all
     * @param stacks of how many the stack is told
     */
    static Answer answer(
            Collection<MethodExplanation> woven, Supplier<Clock> clock, long leastNanos, int most, int stacks) {
        if (woven.isEmpty()) {
            return new Answer().say(NothingProbed.SO_FAR);
        }
        CallsInFlight found = new CallsInFlight(leastNanos);
        OpenStacks openStacks = new OpenStacks(RunningCalls.names(woven)::contains, method -> false, clock, leastNanos);
        openStacks.forEach(found::add);
        found.calls.sort(Comparator.comparingLong(Call::nanos).reversed());
        Answer answer = new Answer()
                .say(Plural.of(found.calls.size(), "call", "calls") + " in flight for "
                        + InFlightTable.millis(leastNanos) + " or longer");
        if (OpenCalls.areThreadsWithout()) {
            answer.say("more threads call probes than are looked at: calls of the others are not among them");
        }
        if (openStacks.areSomeOfEarlierClock()) {
            answer.say("calls that began before the clock was changed are not among them");
        }
        return InFlightTable.add(answer, found.calls, most, stacks);
    }

    private void add(Thread thread, StackTraceElement[] stack, List<OpenStacks.Open> open) {
        OpenStacks.Open outermost = open.get(open.size() - 1);
        if (outermost.nanos() >= leastNanos) {
            calls.add(new Call(
                    outermost.method(),
                    thread.getName(),
                    ThreadIds.of(thread),
                    thread.getState(),
                    outermost.nanos(),
                    ThreadStack.of(stack)));
        }
    }
}
