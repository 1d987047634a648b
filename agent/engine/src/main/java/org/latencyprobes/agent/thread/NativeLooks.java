package org.latencyprobes.agent.thread;

import java.util.function.LongUnaryOperator;
import org.latencyprobes.agent.base.ProcFile;

/**
 * How often the kernel is asked what threads wait for: at each look as long as these are few. A thread that has not run since is in the same
 * wait, and is not asked about again: its CPU time tells, at a fraction of the cost. Where all costs more than 64 readings in {@value #PERIOD}
 * looks, threads take turns. So a wait is asked about with a chance that grows with its length, and those that make a call slow nearly always
 * are. For one thread.
 */
final class NativeLooks {

    /** Looks come each 2 ms: so that is an eighth of a second. */
    static final int PERIOD = 64;

    /** What reading a thread's file costs, in readings of its CPU time. */
    private static final int READ_COST = 4;

    static final int MOST = 64 * READ_COST;

    /** So many more are made until that has taken effect. */
    private static final int MOST_AT_ONCE = 4 * MOST;

    /** After so many with few readings more are made again. */
    private static final int CALM_PERIODS = 8;

    /** What finding out a descriptor's kind costs more. */
    private static final int KIND_COST = 2 * READ_COST;

    /** What stands is asked again after twice the looks that it has stood, and no more than these. */
    private static final int LONGEST_PAUSE = 8;

    private static final int MOST_TURNS = 64;

    /** In place of a kind: the thread went on while that was asked. So it is as if nobody had asked. */
    static final int MOVED = -1;

    /** Whoever knows what a thread waits for. */
    interface Kinds {

        /** Reads a thread's file. The same number again means that the thread is still, or again, in the same. */
        long read(ProcFile file);

        /**
         * What it is in.
         *
         * @param file as it was read
         * @param read what that returned
         * @return a kind's ordinal, {@link StateSamples#NO_WAIT} where it is in no system call, {@link StateSamples#UNREAD} where this is not to
         *     be told, and {@link #MOVED}
         */
        int kind(ProcFile file, long read);
    }

    /** A question that took longer has waited for the kernel. */
    static final long LONG_NANOS = 500_000;

    private static final long KNOWN_FOR_NANOS = 1_000_000_000;
    private static final int KNOWN_BITS = 9;
    private static final int KNOWN = 1 << KNOWN_BITS;

    private final Kinds kinds;
    private final LongUnaryOperator cpuTimes;
    private long latestStart;
    private int turns = 1;
    private int looks;
    private int cost;
    private int calmPeriods;
    private long beganNanos;
    private boolean hasWaited;
    private final long[] known = new long[KNOWN];
    private final long[] knownNanos = new long[KNOWN];
    private final int[] knownKinds = new int[KNOWN];

    /**
     * Has asked nothing yet.
     *
     * @param cpuTimes of threads by their Java ids, to the ns
     */
    NativeLooks(Kinds kinds, LongUnaryOperator cpuTimes) {
        this.kinds = kinds;
        this.cpuTimes = cpuTimes;
    }

    /** A look begins: calls that began by a reading of the clock are long. */
    void begin(long latestTicks) {
        latestStart = latestTicks;
        hasWaited = false;
        if (++looks % PERIOD == 0) {
            calmPeriods = cost < MOST / 2 ? calmPeriods + 1 : 0;
            if (cost > MOST) {
                turns = Math.min(MOST_TURNS, turns * 2);
            } else if (calmPeriods == CALM_PERIODS) {
                calmPeriods = 0;
                turns = Math.max(1, turns / 2);
            }
            cost = 0;
        }
    }

    long latestStart() {
        return latestStart;
    }

    /** After how many looks a wait is asked about again that has stood for some. */
    static int pause(int stood) {
        return Math.min(LONGEST_PAUSE, 2 * stood);
    }

    /** Whether it is the turn of a thread, which has this number. Once a question has waited for the kernel, no other is asked in this look. */
    boolean isTurn(int thread) {
        return !hasWaited && (looks + thread) % turns == 0 && cost < MOST_AT_ONCE;
    }

    /** The CPU time that a thread has had: as long as it is the same, the thread has not run. */
    long ranNanos(long threadId) {
        cost++;
        return cpuTimes.applyAsLong(threadId);
    }

    /** As {@link Kinds#read}. */
    long read(ProcFile file) {
        cost += READ_COST;
        beganNanos = System.nanoTime();
        long read = kinds.read(file);
        noteTime();
        return read;
    }

    /** As {@link Kinds#kind}, right after that. The same thread in the same function is asked about once in a second. */
    int kind(ProcFile file, long read) {
        int at = (int) (read ^ read >>> KNOWN_BITS) & KNOWN - 1;
        if (known[at] == read && beganNanos - knownNanos[at] <= KNOWN_FOR_NANOS) {
            return knownKinds[at];
        }
        cost += KIND_COST;
        int kind = kinds.kind(file, read);
        noteTime();
        if (kind != MOVED) {
            known[at] = read;
            knownKinds[at] = kind;
            knownNanos[at] = beganNanos;
        }
        return kind;
    }

    private void noteTime() {
        hasWaited |= System.nanoTime() - beganNanos > LONG_NANOS;
    }

    /** Whether a question took long in this look: where a thread is just about to wait, the kernel may let who asks sleep for a tick. */
    boolean hasWaited() {
        return hasWaited;
    }
}
