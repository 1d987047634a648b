package org.latencyprobes.agent.slow;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.OpenCalls;

/**
 * A watchdog over the calls in flight. It captures the stack of the one that has been in flight longest, once that is longer than a limit,
 * and again when it is {@value #AGAIN} times as old. The calls outside and inside that are open too share the stack.
 *
 * <p><b>Cost.</b> Application threads do nothing for it: they note their open calls anyway. A look reads some numbers of each thread that
 * calls probes, and allocates nothing. For a stack the JVM stops that thread; before JDK 19 it stops all. So there is one in 200 ms at most,
 * or one in a second where all stop. After one that took long, as a deep one does, there is none for {@value #PAUSE} times as long.
 *
 * <p><b>Notes and stack.</b> They are of different moments. A note may be read while its thread writes it: so it is read twice. Calls that
 * are noted before and after the stack was read have it. Notes of constructors that threw stay for some time: they cost a stack that no
 * call will ask for.
 *
 * <p>For one thread.
 */
final class StackWatch implements BiConsumer<Thread, OpenCalls> {

    private static final int FIRST_JDK_THAT_STOPS_ONE = 19;
    private static final int AGAIN = 10;
    private static final int PAUSE = 200;
    private static final Long NOTHING_CAPTURED = Long.MIN_VALUE;

    private final Supplier<Clock> clock;
    private final LongSupplier nanoTime;
    private final long periodNanos;
    private final CapturedStacks kept = new CapturedStacks();
    private final Map<OpenCalls, Long> capturedTicks = new IdentityHashMap<>();
    private long nextNanos;
    private long count;
    private long spentNanos;

    private Clock present;
    private long nowTicks;
    private long oldestStart;
    private Thread oldestThread;
    private OpenCalls oldest;
    private long limitNanos;

    /**
     * Looks at nothing yet.
     *
     * @param clock that calls are timed by; asked for where a call is in flight
     */
    StackWatch(Supplier<Clock> clock) {
        this(clock, System::nanoTime, TimeUnit.MILLISECONDS.toNanos(areAllStopped() ? 1_000 : 200));
    }

    StackWatch(Supplier<Clock> clock, LongSupplier nanoTime, long periodNanos) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.periodNanos = periodNanos;
        nextNanos = nanoTime.getAsLong();
    }

    /** Whether the JVM stops all threads for the stack of one. */
    static boolean areAllStopped() {
        return Runtime.version().feature() < FIRST_JDK_THAT_STOPS_ONE;
    }

    /** Captures a stack, unless one was a short time ago, or no call has been in flight for so long. */
    void look(long leastNanos) {
        long beganNanos = nanoTime.getAsLong();
        if (beganNanos - nextNanos < 0) {
            return;
        }
        limitNanos = leastNanos;
        present = null;
        oldest = null;
        OpenCalls.forEach(this);
        if (oldest != null) {
            nextNanos = beganNanos + Math.max(periodNanos, PAUSE * capture());
        }
        oldestThread = null;
    }

    @Override
    public void accept(Thread thread, OpenCalls open) {
        if (thread == Thread.currentThread()) {
            return;
        }
        if (present == null) {
            present = clock.get();
            nowTicks = present.now();
        }
        long start = due(open);
        if (start != Long.MAX_VALUE && (oldest == null || start < oldestStart) && start == due(open)) {
            oldestStart = start;
            oldestThread = thread;
            oldest = open;
        }
    }

    /** The start of the outermost call whose stack is wanted; else the greatest number. */
    private long due(OpenCalls open) {
        long captured = capturedTicks.getOrDefault(open, NOTHING_CAPTURED);
        long start = open.earliestAfter(present.since() - 1);
        while (start <= captured && (nowTicks - start) / AGAIN < captured - start) {
            start = open.earliestAfter(start);
        }
        return start != Long.MAX_VALUE && present.nanos(nowTicks - start) >= limitNanos ? start : Long.MAX_VALUE;
    }

    /** Returns how long it took, in ns. */
    private long capture() {
        if (count == 0) {
            ThreadIds.stackOf(
                    Thread.currentThread()); // loads the JDK's classes for it, which takes far longer than a stack
        }
        capturedTicks.put(oldest, nowTicks);
        long[] before = oldest.starts();
        long beganNanos = nanoTime.getAsLong();
        StackTraceElement[] frames = ThreadIds.stackOf(oldestThread);
        long tookNanos = nanoTime.getAsLong() - beganNanos;
        spentNanos += tookNanos;
        count++;
        long[] after = oldest.starts();
        int both = 0;
        for (long start : before) {
            if (contains(after, start)) {
                before[both++] = start;
            }
        }
        if (frames.length > 0 && both > 0) {
            long[] starts = Arrays.copyOf(before, both);
            kept.add(new CapturedStack(
                    oldestThread, oldest, nowTicks, starts, ThreadStack.of(frames), waitOf(oldestThread, frames)));
        }
        return tookNanos;
    }

    /** Of the stack, but for monitors, which it does not show. Between stack and state the thread may have gone on. */
    private static WaitKind waitOf(Thread thread, StackTraceElement[] frames) {
        WaitKind shown = WaitKind.of(frames);
        return shown == null && ThreadIds.isBlocked(thread) ? WaitKind.LOCK : shown;
    }

    static boolean contains(long[] starts, long wanted) {
        for (long start : starts) {
            if (start == wanted) {
                return true;
            }
        }
        return false;
    }

    /** The stack that was captured while a call was in flight. */
    CapturedStack of(Thread thread, long start, long nanos) {
        return kept.of(thread, start, nanos);
    }

    /** Before that moment no stack is captured, as {@link System#nanoTime()} counts. */
    long nextNanos() {
        return nextNanos;
    }

    /** How many stacks were captured, also of calls that ended meanwhile. */
    long count() {
        return count;
    }

    /** What the JVM took for them. */
    long spentNanos() {
        return spentNanos;
    }

    /** Lets all stacks go. */
    void end() {
        kept.clear();
    }
}
