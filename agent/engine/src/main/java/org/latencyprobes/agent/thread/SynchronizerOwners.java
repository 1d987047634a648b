package org.latencyprobes.agent.thread;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.KeptMemory;

/**
 * Who held the locks that threads were seen waiting for, as far as these note it: those that are an {@link AbstractOwnableSynchronizer}, as {@code
 * ReentrantLock} and write locks are. Semaphores and locks that readers have note nobody. The last {@value #LEAST_RUNS} runs of looks that saw the same are
 * kept, in some 100 KB that are made at the first one, and names; up to {@value #MOST_RUNS}, in 1.5 MB, where these are of less than {@value #KEPT_MILLIS} ms. So long after its
 * end a call may ask.
 *
 * <p>The sampler's thread notes, others of the agent read; while they do, a look is passed over. A look allocates nothing but, where a run begins, the name of a virtual
 * thread.
 */
final class SynchronizerOwners {

    /** Grows by {@value #GROWTH}. Powers of 2. */
    static final int LEAST_RUNS = 1_024;

    static final int MOST_RUNS = 16_384;

    private static final int GROWTH = 4;

    private static final long KEPT_MILLIS = 200;
    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(KEPT_MILLIS);

    /** The most that are told of one call. */
    static final int MOST_TOLD = 16;

    /** How many threads may have a run that goes on: their ids give the place. A power of 2. */
    private static final int THREADS = 1_024;

    /** What takes longer may have lost its CPU. */
    private static final long LONGEST_LOOK_NANOS = 1_000_000;

    private static final long RUN_BYTES = 88;

    /** Looks of one thread that saw the same, one after the other. */
    private static final class Run {
        private long waiterId = -1;
        private long firstNanos;
        private long lastNanos;
        private long fromNanos; // what these looks stand for
        private long toNanos;
        private long holderId;
        private String name;
        private String lock;

        /** Whether one of the looks was then, or some before and some after. */
        private boolean isIn(long id, long startNanos, long endNanos) {
            return waiterId == id && firstNanos - endNanos <= 0 && lastNanos - startNanos >= 0;
        }

        private boolean isSince(long nanos) {
            return waiterId >= 0 && firstNanos - nanos > 0;
        }

        private Wait within(long startNanos, long endNanos) {
            long from = Math.max(0, fromNanos - startNanos);
            long to = Math.min(endNanos - startNanos, toNanos - startNanos);
            WaitKind kind = WaitKind.isLock(lock) ? WaitKind.LOCK : WaitKind.PARK;
            String type = lock.substring(lock.lastIndexOf('.') + 1);
            return new Wait(kind, waiterId, startNanos + from, to - from, 0, type, "", new Holder(name, holderId, ""));
        }
    }

    private static final Run[] NONE = {};

    private final Function<Object, Thread> owners;
    private final ToLongFunction<Thread> ids;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final KeptMemory memory = KeptMemory.of(this);
    private Run[] runs = NONE;
    private Run[] lastRuns; // by thread
    private long added;
    private volatile boolean isToForget;

    /**
     * Knows of nothing yet.
     *
     * @param owners gives the owner of a synchronizer, or null
     * @param ids gives a thread's Java id
     * @param nanoTime as {@link System#nanoTime}
     */
    SynchronizerOwners(Function<Object, Thread> owners, ToLongFunction<Thread> ids, LongSupplier nanoTime) {
        this.owners = owners;
        this.ids = ids;
        this.nanoTime = nanoTime;
    }

    /**
     * Notes who holds what a thread is parked for, unless the thread may have gone on meanwhile.
     *
     * @param beforeNanos when the look before at the same call began, or at others where this is the first one
     */
    void look(Thread waiter, long waiterId, long beforeNanos) {
        long nowNanos = nanoTime.getAsLong();
        Object blocker = LockSupport.getBlocker(waiter);
        if (waiterId < 0 || !(blocker instanceof AbstractOwnableSynchronizer)) {
            return;
        }
        Thread holder = owners.apply(blocker);
        String type = blocker.getClass().getName();
        boolean isStill =
                LockSupport.getBlocker(waiter) == blocker && nanoTime.getAsLong() - nowNanos < LONGEST_LOOK_NANOS;
        boolean isHeld = holder != waiter && (holder != null || WaitKind.isLock(type));
        if (isStill && isHeld && lock.tryLock()) { // else who reads may have lost its CPU
            try {
                add(waiterId, type, holder, nowNanos, beforeNanos);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Between two looks at one wait each stands for half of the time, else for half a look at most: nobody has seen more. */
    private void add(long waiterId, String type, Thread holder, long nowNanos, long beforeNanos) {
        if (runs.length == 0 || runs.length < MOST_RUNS && runs[index(added)].isSince(nowNanos - KEPT_NANOS)) {
            make(Math.max(LEAST_RUNS, runs.length * GROWTH));
        }
        long holderId = holder == null ? -1 : ids.applyAsLong(holder);
        int place = (int) waiterId & THREADS - 1;
        Run last = lastRuns[place];
        boolean isSame = last != null && last.waiterId == waiterId;
        boolean goesOn = isSame && last.lastNanos - beforeNanos >= 0;
        long aroundNanos = Math.min(ThreadTimes.LONGEST_LOOK_NANOS, nowNanos - beforeNanos) / 2;
        if (!goesOn || last.holderId != holderId || !last.lock.equals(type)) {
            Run before = runs[index(added - 1)];
            String name = before.holderId == holderId
                    ? before.name
                    : holder == null ? "" : Texts.thread(ThreadIds.nameOf(holder), holderId);
            long fromNanos = nowNanos - (goesOn ? (nowNanos - last.lastNanos) / 2 : aroundNanos);
            if (goesOn || isSame && last.toNanos - fromNanos > 0) { // no time is that of two holders
                last.toNanos = fromNanos;
            }
            last = runs[index(added++)];
            lastRuns[place] = last;
            last.waiterId = waiterId;
            last.firstNanos = nowNanos;
            last.fromNanos = fromNanos;
            last.holderId = holderId;
            last.name = name;
            last.lock = type;
        }
        last.lastNanos = nowNanos;
        last.toNanos = nowNanos + aroundNanos;
    }

    /** Those that were there before are gone. */
    private void make(int most) {
        Run[] made = new Run[most];
        Arrays.setAll(made, at -> new Run());
        lastRuns = new Run[THREADS];
        runs = made; // last: there may be no memory for some
        memory.set(most * RUN_BYTES + THREADS * 8L);
    }

    /** Gives back the memory, with all that was seen; the next look makes it anew. Waits for nobody: where somebody reads, that one does it then. */
    void forget() {
        isToForget = true;
        if (lock.tryLock()) {
            try {
                isToForget = false;
                runs = NONE; // allocates nothing: memory may be wanting
                lastRuns = null;
                memory.set(0);
            } finally {
                lock.unlock();
            }
        }
    }

    private int index(long run) {
        return (int) (run & runs.length - 1);
    }

    /**
     * What a thread was seen waiting for in some time.
     *
     * @return in order; of more than {@value #MOST_TOLD} each second, third and so on
     */
    List<Wait> of(long waiterId, long startNanos, long endNanos) {
        List<Wait> found = new ArrayList<>();
        lock.lock();
        try {
            Run last = runs.length == 0 ? null : lastRuns[(int) waiterId & THREADS - 1];
            boolean hasWaited = last != null && last.lastNanos - startNanos >= 0; // it, or another one with that place
            long oldest = hasWaited ? Math.max(0, added - runs.length) : added;
            boolean isBefore = false; // then all others of that thread are, too
            for (long run = added - 1; run >= oldest && !isBefore; run--) {
                Run one = runs[index(run)];
                if (one.isIn(waiterId, startNanos, endNanos)) {
                    found.add(one.within(startNanos, endNanos));
                }
                isBefore = one.waiterId == waiterId && one.firstNanos - startNanos <= 0;
            }
        } finally {
            lock.unlock();
        }
        if (isToForget) {
            forget();
        }
        Collections.reverse(found);
        int each = Math.max(1, (found.size() + MOST_TOLD - 1) / MOST_TOLD);
        return IntStream.range(0, found.size() / each)
                .mapToObj(at -> found.get(at * each))
                .toList();
    }
}
