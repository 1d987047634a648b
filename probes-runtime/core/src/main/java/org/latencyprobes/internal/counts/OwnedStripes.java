package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * The stripes that platform threads own, and the table in which each finds its own by its id.
 *
 * <p>There are {@value #COUNT}, made in advance. A thread claims the first free one at its first sample. Virtual threads own none, nor do
 * threads that come when all stripes are taken, or whose entry in the table is another's. These use the shared {@link Stripes}.
 *
 * <p>{@link #of} is wait-free and allocates nothing; a claim looks at each stripe once. {@link #releaseEnded} is called by whoever
 * reads or makes a probe, never by {@code record}. Until then an ended thread is kept, one for each stripe at most.
 */
final class OwnedStripes {

    /** The number of stripes. */
    static final int COUNT = 64;

    private static final OwnedStripe[] STRIPES = stripes();
    private static final OwnedStripe[] TABLE = new OwnedStripe[Stripes.ENTRIES];
    private static final VarHandle AT = MethodHandles.arrayElementVarHandle(OwnedStripe[].class);
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    /** Spares threads without a stripe the look for one. Read plainly: a stale value delays a claim. */
    private static boolean isFull;

    /** No stripe from this one on has ever been claimed; spares readers the look at them. */
    private static final AtomicInteger CLAIMED = new AtomicInteger();

    /** Set once; spares stripeless threads the look at what they are. */
    private static volatile boolean hasVirtual;

    private OwnedStripes() {}

    private static OwnedStripe[] stripes() {
        OwnedStripe[] stripes = new OwnedStripe[COUNT];
        for (int i = 0; i < COUNT; i++) {
            stripes[i] = new OwnedStripe(Stripes.COUNT + i);
        }
        return stripes;
    }

    /** The calling thread's stripe; null where it has none. */
    static OwnedStripe ofCurrent() {
        Thread current = Thread.currentThread();
        return of(current, Stripes.entryOf(current));
    }

    /**
     * The calling thread's stripe; null where it has none.
     *
     * @param current the calling thread
     * @param entry its entry in the table
     */
    static OwnedStripe of(Thread current, int entry) {
        OwnedStripe stripe = TABLE[entry];
        if (stripe == null) {
            return isFull ? noStripe(current) : claim(current, entry);
        }
        return stripe.isOf(current) ? stripe : null;
    }

    private static OwnedStripe noStripe(Thread current) {
        if (IS_VIRTUAL != null && !hasVirtual) {
            isVirtual(current);
        }
        return null;
    }

    private static OwnedStripe claim(Thread current, int entry) {
        if (isVirtual(current)) {
            return null;
        }
        for (OwnedStripe stripe : STRIPES) {
            if (stripe.isFree() && stripe.claim(current)) {
                noteClaimed(stripe.index() + 1);
                return entered(stripe, entry);
            }
        }
        isFull = true;
        return null;
    }

    private static void noteClaimed(int count) {
        int before = CLAIMED.get();
        while (before < count && !CLAIMED.compareAndSet(before, count)) {
            before = CLAIMED.get();
        }
    }

    private static OwnedStripe entered(OwnedStripe stripe, int entry) {
        stripe.entry(entry);
        if (AT.compareAndSet(TABLE, entry, null, stripe)) {
            return stripe;
        }
        stripe.release(); // another thread has that entry now
        return null;
    }

    /** Whether a virtual thread has asked for its stripe. */
    static boolean hasVirtual() {
        return hasVirtual;
    }

    /** Frees the stripes of threads that have ended. */
    static synchronized void releaseEnded() {
        boolean full = true;
        for (OwnedStripe stripe : STRIPES) {
            if (stripe.hasOwnerEnded()) {
                AT.compareAndSet(TABLE, stripe.entry(), stripe, null);
                stripe.release();
            }
            full &= !stripe.isFree();
        }
        isFull = full;
    }

    /** Tells of each stripe with an open call that a living thread owns. */
    static void forEachOpen(BiConsumer<Thread, OpenCalls> each) {
        int claimed = CLAIMED.get();
        for (int i = 0; i < claimed; i++) {
            OwnedStripe stripe = STRIPES[i];
            Thread owner = stripe.isAnyOpen() ? stripe.livingOwner() : null;
            if (owner != null) {
                each.accept(owner, stripe);
            }
        }
    }

    /** The same of those whose outermost call since a reading began at or before another. */
    static void forEachLong(long latestStart, long since, BiConsumer<Thread, OpenCalls> each) {
        int claimed = CLAIMED.get();
        for (int i = 0; i < claimed; i++) {
            OwnedStripe stripe = STRIPES[i];
            Thread owner = stripe.earliestAfter(since) <= latestStart ? stripe.livingOwner() : null;
            if (owner != null) {
                each.accept(owner, stripe);
            }
        }
    }

    /** The sum of what moves in each stripe as its owner calls probes. */
    static long movement() {
        long sum = 0;
        int claimed = CLAIMED.get();
        for (int i = 0; i < claimed; i++) {
            sum += STRIPES[i].moved();
        }
        return sum;
    }

    /** Whether all stripes are taken, by living threads, and another one came. */
    static boolean isFull() {
        releaseEnded();
        return isFull;
    }

    /** Whether the calling thread, which this is, is virtual. */
    static boolean isVirtual(Thread thread) {
        try {
            boolean is = IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
            if (is && !hasVirtual) {
                hasVirtual = true;
            }
            return is;
        } catch (Throwable impossible) { // it is final and throws nothing
            return true;
        }
    }

    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class)); // since JDK 21
        } catch (ReflectiveOperationException olderJdk) {
            return null;
        }
    }
}
