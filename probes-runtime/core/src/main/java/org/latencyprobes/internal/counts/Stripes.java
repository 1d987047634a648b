package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The stripes of the counters that threads share: each thread without a stripe {@linkplain OwnedStripes of its own} adds to one of them.
 *
 * <p>Any stripe is correct for any thread; stripes only keep threads out of each other's cache lines. A thread's id picks an entry
 * of one small table that all counters share. An entry gets its stripe when a thread first uses it, in turn, so that threads
 * started one after another land on different stripes. Now and then a thread {@linkplain #checkSharing checks} whether another has
 * left its mark in the stripe, and then moves on. Hashing the id straight to a stripe instead would leave two unlucky threads in
 * collision for as long as they live.
 *
 * <p>There is no {@code ThreadLocal}, so a million virtual threads cost nothing. Entries and marks are read and written without
 * ordering: a stale stripe is as correct as a fresh one. Wait-free, allocates nothing.
 */
final class Stripes {

    static final int MAX_COUNT = 16;

    private static final int MOST_TWICE = 8;
    private static final int FIRST_WITH_FINAL_ID = 19;

    /** The number of stripes, a power of two: twice the processors up to four of them, eight up to eight, then {@value #MAX_COUNT}. */
    static final int COUNT = countFor(Runtime.getRuntime().availableProcessors());

    /** A thread looks for others in its stripe at one of so many samples of a counter; a power of two. */
    static final long SAMPLES_BETWEEN_CHECKS = 1024;

    /** The length of tables of threads, a power of two. */
    static final int ENTRIES = 1024;

    /** A cache line, in counters. */
    static final int LINE = 8;

    private static final byte[] STRIPE_PLUS_ONE = new byte[ENTRIES];
    private static final short[] MARK = new short[MAX_COUNT];
    private static final byte[] MARKED_STRIPE_PLUS_ONE = new byte[ENTRIES];
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final MethodHandle THREAD_ID = threadId();

    /** Up to JDK 18 a subclass may override {@code getId()}, and that code of the application may be a probe itself. */
    private static final boolean IS_ID_FINAL = Runtime.version().feature() >= FIRST_WITH_FINAL_ID;

    private Stripes() {}

    static int countFor(int processors) {
        int wanted = Math.min(MAX_COUNT, Math.max(processors, Math.min(MOST_TWICE, 2 * processors)));
        return Integer.highestOneBit(2 * wanted - 1);
    }

    /** The place of a stripe's counter where each stripe has a cache line for its own. The line before the first has the array's header. */
    static int placeOf(int stripe) {
        return LINE * (stripe + 1);
    }

    /** The table entry of a thread. */
    static int entryOf(Thread thread) {
        return (IS_ID_FINAL || thread.getClass() == Thread.class ? idOf(thread) : System.identityHashCode(thread))
                & ENTRIES - 1;
    }

    static int idOf(Thread thread) {
        try {
            return (int) (long) THREAD_ID.invokeExact(thread);
        } catch (Throwable impossible) { // it only reads a field
            return 0;
        }
    }

    /** The number of the calling thread's stripe: one that it owns, from {@link #COUNT} on, or a shared one. */
    static int numberOfCaller() {
        Thread current = Thread.currentThread();
        int entry = entryOf(current);
        OwnedStripe own = OwnedStripes.of(current, entry);
        return own != null ? own.number : stripeOf(entry);
    }

    static int stripeOf(int entry) {
        int stripe = STRIPE_PLUS_ONE[entry] - 1;
        return stripe >= 0 ? stripe : leave(entry);
    }

    /** Gives an entry the next stripe in turn. */
    static int leave(int entry) {
        int stripe = NEXT.getAndIncrement() & COUNT - 1;
        STRIPE_PLUS_ONE[entry] = (byte) (stripe + 1);
        return stripe;
    }

    /** Leaves this entry's mark in the stripe, or leaves the stripe if another entry has overwritten the mark left last time. */
    static void checkSharing(int entry, int stripe) {
        if (MARK[stripe] == entry) {
            return;
        }
        if (MARKED_STRIPE_PLUS_ONE[entry] == stripe + 1) { // our mark was overwritten: another thread is here
            MARKED_STRIPE_PLUS_ONE[entry] = 0;
            leave(entry);
        } else {
            MARK[stripe] = (short) entry;
            MARKED_STRIPE_PLUS_ONE[entry] = (byte) (stripe + 1);
        }
    }

    private static MethodHandle threadId() {
        MethodType type = MethodType.methodType(long.class);
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            return lookup.findVirtual(Thread.class, "threadId", type); // final, since JDK 19
        } catch (ReflectiveOperationException olderJdk) {
            return orGetId(lookup, type);
        }
    }

    private static MethodHandle orGetId(MethodHandles.Lookup lookup, MethodType type) {
        try {
            return lookup.findVirtual(Thread.class, "getId", type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
