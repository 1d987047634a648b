package org.latencyprobes.agent.inflight;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;
import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MILLI;
import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_SECOND;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.figures.NothingProbed;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.slow.InFlightCall;
import org.latencyprobes.agent.protocol.slow.StackFrame;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.agent.slow.ThreadStack;
import org.latencyprobes.internal.counts.OpenCalls;

/**
 * The calls that are in flight: they have begun and not ended, so no histogram has them. Each thread's outermost one counts.
 *
 * <p>For one thread.
 */
public final class CallsInFlight {

    private static final int MOST_METHODS = 5;

    private final long leastNanos;
    private final List<Found> found = new ArrayList<>();

    /** The methods that threads are in for so long inside their outermost call, the innermost of each, by how many threads. */
    private final Map<String, Integer> innermost = new TreeMap<>();

    /** A call, and the stack of its thread. */
    private record Found(InFlightCall call, ThreadStack stack) {}

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
    public static Answer answer(
            Collection<MethodExplanation> woven, Supplier<Clock> clock, long leastNanos, int most, int stacks) {
        if (woven.isEmpty()) {
            return new Answer().say(NothingProbed.SO_FAR);
        }
        CallsInFlight look = new CallsInFlight(leastNanos);
        OpenStacks openStacks = new OpenStacks(RunningCalls.names(woven)::contains, method -> false, clock, leastNanos);
        openStacks.forEach(look::add);
        look.found.sort(
                Comparator.comparingDouble((Found each) -> each.call.ageus()).reversed());
        Answer answer = new Answer()
                .say(Plural.of(look.found.size(), "call", "calls") + " in flight for " + text(leastNanos)
                        + " or longer");
        if (!look.innermost.isEmpty()) {
            answer.say("innermost: "
                    + look.innermost.entrySet().stream()
                            .sorted(Map.Entry.<String, Integer>comparingByValue()
                                    .reversed())
                            .limit(MOST_METHODS)
                            .map(method -> Plural.of(method.getValue(), "call", "calls") + " of " + method.getKey())
                            .collect(Collectors.joining(", ")));
        }
        if (OpenCalls.areThreadsWithout()) {
            answer.say("more threads call probes than are looked at: calls of the others are not among them");
        }
        if (openStacks.areSomeOfEarlierClock()) {
            answer.say("calls that began before the clock was changed are not among them");
        }
        return look.add(answer, most, stacks);
    }

    private static String text(long nanos) {
        return nanos >= NANOS_PER_SECOND && nanos % NANOS_PER_SECOND == 0
                ? Texts.decimal(nanos / NANOS_PER_SECOND) + " s"
                : Texts.decimal(nanos / NANOS_PER_MILLI) + " ms";
    }

    private Answer add(Answer answer, int most, int stacks) {
        List<Found> told = found.subList(0, most == 0 ? found.size() : Math.min(most, found.size()));
        List<StackFrame> frames = new ArrayList<>();
        for (Found each : told.subList(0, Math.min(stacks, told.size()))) {
            each.stack.lines().forEach(line -> frames.add(new StackFrame(null, each.call.threadId(), line, null)));
        }
        return answer.add(
                        InFlightCall.TABLE,
                        InFlightCall.class,
                        told.stream().map(Found::call).toList())
                .add(StackFrame.TABLE, StackFrame.class, frames);
    }

    private void add(Thread thread, StackTraceElement[] stack, List<OpenStacks.Open> open) {
        OpenStacks.Open outermost = open.get(open.size() - 1);
        if (outermost.nanos() >= leastNanos) {
            open.stream()
                    .filter(call -> call.nanos() >= leastNanos && call != outermost)
                    .findFirst()
                    .ifPresent(call -> innermost.merge(call.method(), 1, Integer::sum));
            long id = ThreadIds.of(thread);
            InFlightCall call = new InFlightCall(
                    outermost.method(),
                    thread.getName(),
                    id < 0 ? null : id,
                    thread.getState().toString(),
                    outermost.nanos() / NANOS_PER_MICRO);
            found.add(new Found(call, ThreadStack.of(stack)));
        }
    }
}
