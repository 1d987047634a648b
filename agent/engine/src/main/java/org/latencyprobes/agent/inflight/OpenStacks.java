package org.latencyprobes.agent.inflight;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.internal.counts.OpenCalls;

/**
 * The threads that are in a probed call for some time, with their stacks and the begin of each of their open calls.
 *
 * <p>When a call began is known from what its thread notes for the calls inside it. That costs the thread nothing more. Only of threads
 * whose outermost note is old enough is the stack read. The JVM stops one thread at a time for it (17: all threads, for some 40 µs, longer
 * for a deep stack). A stack without a probed method has a call that ended meanwhile.
 *
 * <p><b>Notes and frames.</b> They are of different moments. So notes count that were there before and after the stack was read. Some may be
 * of constructors that threw, which lie at the bottom. So of as many notes as there are probed methods on the stack, the innermost count.
 *
 * <p>For one thread.
 */
final class OpenStacks {

    private final Predicate<String> probed;
    private final Predicate<String> unsure;
    private final Supplier<Clock> clocks;
    private final long leastNanos;
    private Clock clock;
    private boolean areSomeOfEarlierClock;

    /**
     * A call that has not ended.
     *
     * @param method its probed method, as {@link RunningCalls#name} has it
     * @param nanos how long it has been in flight, in ns
     */
    record Open(String method, long nanos) {}

    /** Takes what is known of a thread. */
    @FunctionalInterface
    interface Visitor {

        /** With its stack and its open calls, both the innermost first; one call at least. */
        void visit(Thread thread, StackTraceElement[] stack, List<Open> open);
    }

    /**
     * Looks at nothing yet.
     *
     * @param probed whether a method is probed whose calls are noted, or may be
     * @param unsure whether a call of such a method may have no note. From there outwards it is not known which note is whose: these calls are
     *     left out
     * @param clocks gives the clock that calls are timed by; asked where a call is open
     * @param leastNanos for how long the outermost call of a thread is in flight that is looked at, in ns
     */
    OpenStacks(Predicate<String> probed, Predicate<String> unsure, Supplier<Clock> clocks, long leastNanos) {
        this.probed = probed;
        this.unsure = unsure;
        this.clocks = clocks;
        this.leastNanos = leastNanos;
    }

    /** Looks once. */
    void forEach(Visitor visitor) {
        OpenCalls.forEach((thread, open) -> look(thread, open, visitor));
    }

    /** Whether calls were left out which began before the clock was changed. */
    boolean areSomeOfEarlierClock() {
        return areSomeOfEarlierClock;
    }

    private void look(Thread thread, OpenCalls open, Visitor visitor) {
        if (clock == null) {
            clock = clocks.get();
        }
        long[] before = byPresentClock(open.starts());
        if (before.length > 0 && ageNanos(before[before.length - 1]) >= leastNanos) {
            try {
                StackTraceElement[] stack = thread.getStackTrace();
                long[] after = open.starts();
                long[] both = Arrays.stream(before)
                        .filter(start -> Arrays.stream(after).anyMatch(other -> other == start))
                        .toArray();
                List<Open> calls = calls(stack, both);
                if (!calls.isEmpty() && thread.isAlive()) {
                    visitor.visit(thread, stack, calls);
                }
            } catch (RuntimeException e) { // of a thread whose class overrides these methods
                return;
            }
        }
    }

    /** The outermost one has the outermost probed method, though a call of that may have begun before the first that is noted. */
    private List<Open> calls(StackTraceElement[] stack, long[] starts) {
        List<String> methods = Arrays.stream(stack)
                .map(RunningCalls::name)
                .filter(probed)
                .takeWhile(unsure.negate())
                .toList();
        List<Open> calls = new ArrayList<>();
        int known = Math.min(methods.size(), starts.length);
        for (int i = 0; i < known; i++) {
            calls.add(new Open(methods.get(i < known - 1 ? i : methods.size() - 1), ageNanos(starts[i])));
        }
        return calls;
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
