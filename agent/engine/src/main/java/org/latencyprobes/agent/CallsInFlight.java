package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.command.InFlightTable;
import org.latencyprobes.agent.command.InFlightTable.Call;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.agent.slow.ThreadStack;
import org.latencyprobes.counts.OpenCalls;

/**
 * The calls that are in flight: they have begun and not ended, so no histogram has them. Each thread's outermost one counts.
 *
 * <p>When it began is known from what the thread notes for the calls inside it. That costs the thread nothing more. Only of threads whose
 * outermost note is old enough is the stack read. The JVM stops one thread at a time for it (17: all threads, for some 40 µs, longer for a
 * deep stack). A stack without a probed method has a call that ended meanwhile.
 *
 * <p><b>Notes and frames.</b> They are of different moments. So notes count that were there before and after the stack was read. Some may be
 * of constructors that threw, which lie at the bottom. So of as many notes as there are probed methods on the stack, the innermost count.
 *
 * <p>For one thread.
 */
final class CallsInFlight {

    private final Set<String> probed;
    private final Clock clock;
    private final long leastNanos;
    private final List<Call> calls = new ArrayList<>();
    private boolean areSomeOfEarlierClock;

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
            return new Answer().say(NothingProbed.SO_FAR);
        }
        CallsInFlight found = new CallsInFlight(RunningCalls.names(woven), clock.get(), leastNanos);
        OpenCalls.forEach(found::look);
        found.calls.sort(Comparator.comparingLong(Call::nanos).reversed());
        Answer answer = new Answer()
                .say(Plural.of(found.calls.size(), "call", "calls") + " in flight for "
                        + InFlightTable.millis(leastNanos) + " or longer");
        if (OpenCalls.areThreadsWithout()) {
            answer.say("more threads call probes than are looked at: calls of the others are not among them");
        }
        if (found.areSomeOfEarlierClock) {
            answer.say("calls that began before the clock was changed are not among them");
        }
        return InFlightTable.add(answer, found.calls, most, stacks);
    }

    private void look(Thread thread, OpenCalls open) {
        long[] before = byPresentClock(open.starts());
        if (before.length > 0 && ageNanos(before[before.length - 1]) >= leastNanos) {
            try {
                StackTraceElement[] stack = thread.getStackTrace();
                long[] after = open.starts();
                add(
                        thread,
                        stack,
                        Arrays.stream(before)
                                .filter(start -> Arrays.stream(after).anyMatch(other -> other == start))
                                .toArray());
            } catch (RuntimeException e) { // of a thread whose class overrides these methods
                return;
            }
        }
    }

    private void add(Thread thread, StackTraceElement[] stack, long[] starts) {
        String outermost = null;
        int frames = 0;
        for (StackTraceElement frame : stack) {
            String name = RunningCalls.name(frame);
            if (probed.contains(name)) {
                outermost = name;
                frames++;
            }
        }
        int known = Math.min(frames, starts.length);
        if (known > 0 && thread.isAlive() && ageNanos(starts[known - 1]) >= leastNanos) {
            calls.add(new Call(
                    outermost,
                    thread.getName(),
                    ThreadIds.of(thread),
                    thread.getState(),
                    ageNanos(starts[known - 1]),
                    ThreadStack.of(stack)));
        }
    }

    private long[] byPresentClock(long[] starts) {
        long[] own = Arrays.stream(starts).filter(clock::isOwn).toArray();
        areSomeOfEarlierClock |= own.length < starts.length;
        return own;
    }

    private long ageNanos(long start) {
        return clock.nanos(clock.now() - start);
    }
}
