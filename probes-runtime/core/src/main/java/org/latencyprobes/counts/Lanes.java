package org.latencyprobes.counts;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which stripe of the counters a thread adds to.
 *
 * <p>Any lane is correct for any thread; lanes only keep threads out of each other's cache lines. A thread's id picks an
 * entry of one small table shared by all counters. An entry gets its lane when a thread first uses it, in turn, so that
 * threads started one after another land on different lanes; a thread that meets another one in the same counter
 * {@linkplain #leave moves its entry on}. Hashing the id straight to a lane instead would leave two unlucky threads in
 * collision for as long as they live.
 *
 * <p>No {@code ThreadLocal}, so a million virtual threads cost nothing. Entries are read and written without ordering: a
 * stale lane is as correct as a fresh one. Wait-free, allocates nothing.
 */
final class Lanes {

    static final int MAX_COUNT = 16;

    /** Twice the processors, as a power of two from 2 to {@value #MAX_COUNT}. */
    static final int COUNT = countFor(Runtime.getRuntime().availableProcessors());

    private static final int ENTRIES = 1024;
    private static final byte[] LANE_PLUS_ONE = new byte[ENTRIES];
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final MethodHandle THREAD_ID = threadId();

    private Lanes() {}

    static int countFor(int processors) {
        int wanted = Math.min(MAX_COUNT, Math.max(2, 2 * processors));
        return Integer.highestOneBit(2 * wanted - 1);
    }

    /** The table entry of the calling thread. */
    static int entry() {
        try {
            return (int) (long) THREAD_ID.invokeExact(Thread.currentThread()) & ENTRIES - 1;
        } catch (Throwable idIsOverriddenAndThrows) { // possible up to JDK 18, where getId() is not final
            return 0;
        }
    }

    static int laneOf(int entry) {
        int lane = LANE_PLUS_ONE[entry] - 1;
        return lane >= 0 ? lane : leave(entry);
    }

    /** Gives an entry the next lane in turn. */
    static int leave(int entry) {
        int lane = NEXT.getAndIncrement() & COUNT - 1;
        LANE_PLUS_ONE[entry] = (byte) (lane + 1);
        return lane;
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
