package org.latencyprobes.agent.thread;

import java.util.ArrayList;
import java.util.List;
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

/**
 * Who held the locks that threads were seen waiting for, as far as these note it: those that are an {@link AbstractOwnableSynchronizer}, as {@code
 * ReentrantLock} and write locks are. Semaphores and locks that readers have note nobody. The last {@value #RUNS} runs of looks that saw the same are
 * kept, in some 200 KB that are made at the first one, and names.
 *
 * <p>The sampler's thread notes, others of the agent read; while they do, a look is passed over. A look allocates nothing but, where a run begins, the name of a virtual
 * thread.
 */
final class LockHolders {

    /** A power of 2. */
    static final int RUNS = 4_096;

    /** The most that are told of one call. */
    static final int MOST_TOLD = 16;

    /** How many threads may have a run that goes on: their ids give the place. A power of 2. */
    private static final int THREADS = 1_024;

    /** What takes longer may have lost its CPU. */
    private static final long LONGEST_LOOK_NANOS = 1_000_000;

    /** A look stands for the time since the one before: who has missed none sees the same again after so much of it at most. */
    private static final double LATEST = 1.5;

    private final Function<Object, Thread> owners;
    private final ToLongFunction<Thread> ids;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private long[] waiterIds;
    private long[] firstNanos;
    private long[] lastNanos;
    private long[] leadNanos; // what the first look stands for, in ns
    private long[] holderIds;
    private String[] names;
    private String[] locks;
    private long[] lastRuns;
    private long added;

    /**
     * Knows of nothing yet.
     *
     * @param owners gives the owner of a synchronizer, or null
     * @param ids gives a thread's Java id
     * @param nanoTime as {@link System#nanoTime}
     */
    LockHolders(Function<Object, Thread> owners, ToLongFunction<Thread> ids, LongSupplier nanoTime) {
        this.owners = owners;
        this.ids = ids;
        this.nanoTime = nanoTime;
    }

    /**
     * Notes who holds what a thread is parked for, unless the thread may have gone on meanwhile.
     *
     * @param standsNanos for how much time before now the look stands, in ns
     */
    void look(Thread waiter, long waiterId, long standsNanos) {
        if (waiterId < 0 || !lock.tryLock()) { // who reads may have lost its CPU
            return;
        }
        try {
            lookLocked(waiter, waiterId, standsNanos);
        } finally {
            lock.unlock();
        }
    }

    private void lookLocked(Thread waiter, long waiterId, long standsNanos) {
        long nowNanos = nanoTime.getAsLong();
        Object blocker = LockSupport.getBlocker(waiter);
        if (!(blocker instanceof AbstractOwnableSynchronizer)) {
            return;
        }
        Thread holder = owners.apply(blocker);
        String type = blocker.getClass().getName();
        boolean isStill =
                LockSupport.getBlocker(waiter) == blocker && nanoTime.getAsLong() - nowNanos < LONGEST_LOOK_NANOS;
        if (holder != waiter && isStill && (holder != null || WaitKind.isLock(type))) {
            add(waiterId, type, holder, nowNanos, standsNanos);
        }
    }

    private void add(long waiterId, String type, Thread holder, long nowNanos, long standsNanos) {
        if (waiterIds == null) {
            make();
        }
        long holderId = holder == null ? -1 : ids.applyAsLong(holder);
        int place = (int) waiterId & THREADS - 1;
        int last = index(lastRuns[place]);
        boolean isKnown = added - lastRuns[place] <= RUNS && waiterIds[last] == waiterId;
        long sinceNanos = isKnown ? nowNanos - lastNanos[last] : Long.MAX_VALUE;
        boolean goesOn = sinceNanos < LATEST * standsNanos;
        if (goesOn && holderIds[last] == holderId && locks[last].equals(type)) {
            lastNanos[last] = nowNanos;
            return;
        }
        int before = index(added - 1);
        String name = added > 0 && holderIds[before] == holderId ? names[before] : name(holder, holderId);
        int at = index(added);
        lastRuns[place] = added++;
        waiterIds[at] = waiterId;
        firstNanos[at] = nowNanos;
        lastNanos[at] = nowNanos;
        leadNanos[at] = goesOn ? sinceNanos : standsNanos;
        holderIds[at] = holderId;
        names[at] = name;
        locks[at] = type;
    }

    private static String name(Thread holder, long holderId) {
        return holder == null ? "" : Texts.thread(ThreadIds.nameOf(holder), holderId);
    }

    private void make() {
        firstNanos = new long[RUNS];
        lastNanos = new long[RUNS];
        leadNanos = new long[RUNS];
        holderIds = new long[RUNS];
        names = new String[RUNS];
        locks = new String[RUNS];
        lastRuns = new long[THREADS];
        waiterIds = new long[RUNS]; // last: there may be no memory for one of them
    }

    private static int index(long run) {
        return (int) (run & RUNS - 1);
    }

    /**
     * What a thread was seen waiting for in some time.
     *
     * @return in order; of more than {@value #MOST_TOLD} each second, third and so on
     */
    List<Wait> of(long waiterId, long startNanos, long endNanos) {
        lock.lock();
        try {
            return ofLocked(waiterId, startNanos, endNanos);
        } finally {
            lock.unlock();
        }
    }

    private List<Wait> ofLocked(long waiterId, long startNanos, long endNanos) {
        List<Wait> found = new ArrayList<>();
        for (long run = Math.max(0, added - RUNS); run < added; run++) {
            int at = index(run);
            if (waiterIds[at] == waiterId && firstNanos[at] - endNanos <= 0 && lastNanos[at] - startNanos >= 0) {
                long from = Math.max(0, firstNanos[at] - leadNanos[at] / 2 - startNanos);
                long to = Math.min(endNanos, lastNanos[at] + leadNanos[at] / 2) - startNanos;
                WaitKind kind = WaitKind.isLock(locks[at]) ? WaitKind.LOCK : WaitKind.PARK;
                String type = locks[at].substring(locks[at].lastIndexOf('.') + 1);
                Holder holder = new Holder(names[at], holderIds[at], "");
                found.add(new Wait(kind, waiterId, startNanos + from, to - from, 0, type, "", holder));
            }
        }
        int each = Math.max(1, (found.size() + MOST_TOLD - 1) / MOST_TOLD);
        return IntStream.range(0, found.size() / each)
                .mapToObj(at -> found.get(at * each))
                .toList();
    }
}
