package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.agent.command.InFlightTable;
import org.latencyprobes.agent.command.InFlightTable.Call;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.counts.OpenCalls;

/**
 * The calls that are in flight: they have begun and not ended, so no histogram has them. Each thread's outermost one counts.
 *
 * <p>When it began is known from what the thread notes for the calls inside it. That costs the thread nothing more. Only of threads whose call
 * has been in flight for long enough is the stack read. The JVM stops one thread at a time for it (17: all threads, for some 40 µs). A
 * stack without a probed method has a call that ended meanwhile.
 *
 * <p><b>Ends that don't come.</b> Notes may be of calls that threw out of a constructor. So of as many notes as there are probed methods on
 * the stack, the innermost count. A call is then told to have been in flight for less than it was, never for more.
 *
 * <p>For one thread.
 */
final class CallsInFlight {

    private final Set<String> probed;
    private final Clock clock;
    private final long leastNanos;
    private final Map<Thread, long[]> open = new HashMap<>();
    private final List<Call> calls = new ArrayList<>();

    private CallsInFlight(Set<String> probed, Clock clock, long leastNanos) {
        this.probed = probed;
        this.clock = clock;
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
            return new Answer().say("no method is probed");
        }
        CallsInFlight found = new CallsInFlight(RunningCalls.names(woven), clock.get(), leastNanos);
        found.look();
        found.calls.sort(Comparator.comparingLong(Call::nanos).reversed());
        Answer answer = new Answer()
                .say(Plural.of(found.calls.size(), "call", "calls") + " in flight for "
                        + InFlightTable.millis(leastNanos) + " or longer");
        if (OpenCalls.areThreadsWithout()) {
            answer.say("more threads call probes than are looked at: calls of the others are not among them");
        }
        return InFlightTable.add(answer, found.calls, most, stacks);
    }

    private void look() {
        OpenCalls.forEach((thread, starts) -> {
            if (oldestNanos(starts, starts.length) >= leastNanos) {
                open.put(thread, starts);
            }
        });
        open.forEach(this::look);
    }

    private void look(Thread thread, long[] starts) {
        StackTraceElement[] stack = thread.getStackTrace();
        Thread.State state = thread.getState();
        List<Integer> frames = new ArrayList<>();
        for (int frame = 0; frame < stack.length; frame++) {
            if (probed.contains(RunningCalls.name(stack[frame]))) {
                frames.add(frame);
            }
        }
        int known = Math.min(frames.size(), starts.length);
        long nanos = oldestNanos(starts, known);
        if (nanos >= leastNanos && isStillOpen(thread, starts[known - 1])) {
            calls.add(new Call(
                    RunningCalls.name(stack[frames.get(frames.size() - 1)]),
                    thread.getName(),
                    thread.getId(),
                    state,
                    nanos,
                    stack));
        }
    }

    /** The time since the oldest of the innermost calls; −1 where it is not known. */
    private long oldestNanos(long[] starts, int innermost) {
        if (innermost == 0 || !clock.isOwn(starts[innermost - 1])) {
            return -1;
        }
        ClockPair now = ClockPair.read(clock);
        return now.nanos() - now.nanoTimeAt(starts[innermost - 1], clock);
    }

    private static boolean isStillOpen(Thread thread, long start) {
        boolean[] isOpen = new boolean[1];
        OpenCalls.forEach((other, starts) ->
                isOpen[0] |= other == thread && Arrays.stream(starts).anyMatch(each -> each == start));
        return isOpen[0];
    }
}
