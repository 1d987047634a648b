package org.latencyprobes.agent.thread;

import java.lang.ref.WeakReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.latencyprobes.agent.base.ProcFile;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.explain.ThreadTime;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.OpenCalls;

/**
 * The last {@value #CAPACITY} readings of the thread that owns a stripe: its CPU time, and for how long it has waited for a CPU. They are of one
 * thread at a time, and begin anew with the next owner. Two threads of the agent come here: all methods lock.
 */
final class ThreadReadings extends KernelFiles {

    /** How many readings are kept. A power of 2. */
    static final int CAPACITY = 128;

    /**
     * The end of a call has to be noticed so soon, or within a quarter of its time: what came after it is in the reading. A begin that is
     * longer is not known.
     */
    static final long LATEST_NANOS = 3_000_000;

    private static final int LATEST_SHARE = 4;

    /** CPU time is exact, the file's own lags behind by a tick of the kernel. By more, the file is another thread's. */
    static final long LAG_NANOS = 100_000_000;

    private long[] atNanos; // before a reading; made for the first thread with a long call, as are the others
    private long[] doneNanos; // after it: whoever reads may lose its CPU meanwhile
    private long[] cpuNanos;
    private long[] delayNanos;
    private long[] throttledNanos;
    private StateSamples states;
    private NativeWait nativeWait;
    private OpenCalls open;
    private WeakReference<Thread> thread = new WeakReference<>(null);
    private long readTicks = Long.MIN_VALUE;
    private int covered;
    private long added;

    /** Begins anew where the stripe has another owner. */
    private void follow(Thread owner, OpenCalls ofOwner) {
        follow(ThreadIds.of(owner));
        thread = new WeakReference<>(owner);
        open = ofOwner;
        readTicks = Long.MIN_VALUE;
        added = 0;
        if (atNanos == null) {
            atNanos = new long[CAPACITY];
            doneNanos = new long[CAPACITY];
            cpuNanos = new long[CAPACITY];
            delayNanos = new long[CAPACITY];
            throttledNanos = new long[CAPACITY];
            states = new StateSamples();
            nativeWait = new NativeWait();
        }
        states.clear();
        nativeWait.end();
    }

    /**
     * Notes what the owner, which has a call open, waits for now. Whoever looks may lose its CPU, or wait for the kernel: where a call has
     * ended meanwhile, what it saw may be of the next one, and is not noted.
     *
     * @param kinds says what a thread waits for; null for nothing that the JVM knows
     * @return what that said, if it is noted
     */
    synchronized WaitKind sample(
            Thread owner,
            OpenCalls ofOwner,
            LongSupplier nanoTime,
            Function<Thread, WaitKind> kinds,
            NativeLooks asking) {
        if (!thread.refersTo(owner)) {
            follow(owner, ofOwner);
        }
        long start = open.latestUntil(asking.latestStart());
        long nowNanos = nanoTime.getAsLong();
        WaitKind kindOrNull = kinds.apply(owner);
        if (kindOrNull == null) {
            nativeWait.look(start, open.index(), threadId(), systemCall(), asking);
        } else {
            nativeWait.end();
        }
        if (open.latestUntil(asking.latestStart()) != start) {
            nativeWait.end();
            return null;
        }
        if (kindOrNull == null) {
            nativeWait.add(states, nowNanos);
        } else {
            states.add(nowNanos, kindOrNull.ordinal(), false);
        }
        return kindOrNull;
    }

    /** As {@link StateSamples#shares}; null where this thread never was sampled. */
    synchronized double[] waits(long startNanos, long endNanos) {
        return states == null ? null : states.shares(startNanos, endNanos);
    }

    /**
     * Whether the owner's file is to be read: a call has been open since before a moment, and began after the last reading. Where the file is
     * not known, it is asked for.
     */
    synchronized boolean isDue(Thread owner, OpenCalls ofOwner, long since, long latestStart) {
        if (!thread.refersTo(owner)) {
            follow(owner, ofOwner);
        }
        if (open.earliestAfter(Math.max(readTicks, since)) > latestStart) {
            return false;
        }
        want();
        return areKnown();
    }

    /** Whether a call has ended that was open at the last reading. */
    synchronized boolean hasEnded() {
        return covered > 0 && open.countUntil(readTicks) < covered;
    }

    /**
     * Reads, also for how long the control group has been throttled. Where the thread has ended, or the file is not its own, nothing is read
     * any more. True where calls are open, whose end is to be waited for.
     */
    synchronized boolean read(
            long ticks, LongSupplier nanoTime, LongSupplier throttledTime, LongUnaryOperator cpuTimes) {
        long nowNanos = nanoTime.getAsLong();
        long throttled = throttledTime.getAsLong();
        readTicks = ticks;
        if (!areKnown()) {
            return false;
        }
        long run = readRanNanos();
        long cpu = cpuTimes.applyAsLong(threadId());
        if (run == ProcFile.UNKNOWN || cpu < run || cpu - run > LAG_NANOS) {
            close();
            added = 0;
            return false;
        }
        int at = index(added++);
        atNanos[at] = nowNanos;
        doneNanos[at] = nanoTime.getAsLong();
        cpuNanos[at] = cpu;
        delayNanos[at] = delayNanos();
        throttledNanos[at] = throttled;
        covered = open.countUntil(ticks);
        return covered > 0;
    }

    private static int index(long number) {
        return (int) (number & CAPACITY - 1);
    }

    /**
     * Null where it is not known. Of the begin of a call, before the first reading in it, it is known what the thread did since the reading
     * before. A wait must not be taken for code, so it is assumed to have run outside of the call as long as that fits.
     */
    synchronized ThreadTime of(long startNanos, long endNanos) {
        long oldest = Math.max(0, added - CAPACITY);
        long first = firstFrom(startNanos, oldest);
        long last = firstFrom(endNanos, first);
        if (last == added || last == first) {
            return null;
        }
        long lateNanos = doneNanos[index(last)] - endNanos;
        if (lateNanos > Math.max(LATEST_NANOS, (endNanos - startNanos) / LATEST_SHARE)) {
            return null;
        }
        long fromNanos = atNanos[index(first)];
        long ran = since(first, last, cpuNanos);
        long cpu = Math.min(endNanos - fromNanos, ran);
        long before = lastBefore(endNanos, first, last);
        long leastCpu = Math.min(cpu, ran - Math.min(lateNanos, since(before, last, cpuNanos)));
        long delayed = since(first, last, delayNanos);
        long delay = Math.min(endNanos - fromNanos - cpu, delayed);
        long leastDelay = Math.min(delay, delayed - Math.min(lateNanos, since(before, last, delayNanos)));
        long throttled = Math.min(delay, since(first, last, throttledNanos));
        long beginNanos = fromNanos - startNanos;
        boolean isShort = beginNanos <= LATEST_NANOS;
        boolean isReadBefore = first > oldest;
        long mostNanos = isShort ? beginNanos : 0; // where nobody knows
        return new ThreadTime(
                fromNanos,
                cpu,
                leastCpu,
                delay,
                leastDelay,
                throttled,
                isReadBefore ? Math.min(beginNanos, runningSince(first - 1, first)) : mostNanos,
                isReadBefore && isShort ? begin(startNanos, fromNanos, first) : null);
    }

    /** The wait for a CPU is all since the reading before, where that fits; else the begin's share of it by time. */
    private ThreadTime.Begin begin(long startNanos, long fromNanos, long first) {
        long beginNanos = fromNanos - startNanos;
        long beforeNanos = startNanos - atNanos[index(first - 1)];
        long cpu = Math.min(beginNanos, Math.max(0, since(first - 1, first, cpuNanos) - beforeNanos));
        long waited = since(first - 1, first, delayNanos);
        long share = waited <= beginNanos
                ? waited
                : (long) ((double) beginNanos * waited / Math.max(waited, beginNanos + beforeNanos));
        return new ThreadTime.Begin(cpu, Math.min(beginNanos - cpu, share));
    }

    /** The last reading that was over before a moment, or the first one. */
    private long lastBefore(long nanos, long first, long last) {
        long number = last - 1;
        while (number > first && doneNanos[index(number)] - nanos > 0) {
            number--;
        }
        return number;
    }

    private long runningSince(long earlier, long later) {
        return since(earlier, later, cpuNanos) + since(earlier, later, delayNanos);
    }

    private static long since(long earlier, long later, long[] nanos) {
        return nanos[index(later)] - nanos[index(earlier)];
    }

    private long firstFrom(long nanos, long from) {
        long number = from;
        while (number < added && atNanos[index(number)] - nanos < 0) {
            number++;
        }
        return number;
    }

    synchronized void closeIfEnded() {
        Thread owner = thread.get();
        if (owner == null || !owner.isAlive()) {
            close();
        }
    }

    @Override
    synchronized void close() {
        super.close();
        covered = 0;
    }
}
