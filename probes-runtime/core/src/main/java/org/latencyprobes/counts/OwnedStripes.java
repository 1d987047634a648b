package org.latencyprobes.counts;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * The lanes that platform threads own, and the table in which each finds its own by its id.
 *
 * <p>There are {@value #COUNT}, made in advance. A thread claims the first free one at its first sample. Virtual threads own none, nor do
 * threads that come when all lanes are taken, or whose entry in the table is another's. These use the shared {@link Lanes}.
 *
 * <p>{@link #of} is wait-free and allocates nothing; a claim looks at each lane once. {@link #releaseEnded} is called by whoever
 * reads or makes a probe, never by {@code record}. Until then an ended thread is kept, one for each lane at most.
 */
final class OwnedLanes {

    /** The number of lanes. */
    static final int COUNT = 64;

    private static final OwnedLane[] LANES = lanes();
    private static final OwnedLane[] TABLE = new OwnedLane[Lanes.ENTRIES];
    private static final VarHandle AT = MethodHandles.arrayElementVarHandle(OwnedLane[].class);
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    /** Spares threads without a lane the look for one. Read plainly: a stale value delays a claim. */
    private static boolean isFull;

    /** No lane from this one on has ever been claimed; spares readers the look at them. */
    private static final AtomicInteger CLAIMED = new AtomicInteger();

    /** Set once; spares laneless threads the look at what they are. */
    private static volatile boolean hasVirtual;

    private OwnedLanes() {}

    private static OwnedLane[] lanes() {
        OwnedLane[] lanes = new OwnedLane[COUNT];
        for (int i = 0; i < COUNT; i++) {
            lanes[i] = new OwnedLane(Lanes.COUNT + i);
        }
        return lanes;
    }

    /** The calling thread's lane; null where it has none. */
    static OwnedLane ofCurrent() {
        Thread current = Thread.currentThread();
        return of(current, Lanes.entryOf(current));
    }

    /**
     * The calling thread's lane; null where it has none.
     *
     * @param current the calling thread
     * @param entry its entry in the table
     */
    static OwnedLane of(Thread current, int entry) {
        OwnedLane lane = TABLE[entry];
        if (lane == null) {
            return isFull ? noLane(current) : claim(current, entry);
        }
        return lane.isOf(current) ? lane : null;
    }

    private static OwnedLane noLane(Thread current) {
        if (IS_VIRTUAL != null && !hasVirtual) {
            isVirtual(current);
        }
        return null;
    }

    private static OwnedLane claim(Thread current, int entry) {
        if (isVirtual(current)) {
            return null;
        }
        for (OwnedLane lane : LANES) {
            if (lane.isFree() && lane.claim(current)) {
                noteClaimed(lane.index() + 1);
                return entered(lane, entry);
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

    private static OwnedLane entered(OwnedLane lane, int entry) {
        lane.entry(entry);
        if (AT.compareAndSet(TABLE, entry, null, lane)) {
            return lane;
        }
        lane.release(); // another thread has that entry now
        return null;
    }

    /** Whether a virtual thread has asked for its lane. */
    static boolean hasVirtual() {
        return hasVirtual;
    }

    /** Frees the lanes of threads that have ended. */
    static synchronized void releaseEnded() {
        boolean full = true;
        for (OwnedLane lane : LANES) {
            if (lane.hasOwnerEnded()) {
                AT.compareAndSet(TABLE, lane.entry(), lane, null);
                lane.release();
            }
            full &= !lane.isFree();
        }
        isFull = full;
    }

    /** Tells of each lane with an open call that a living thread owns. */
    static void forEachOpen(BiConsumer<Thread, OpenCalls> each) {
        int claimed = CLAIMED.get();
        for (int i = 0; i < claimed; i++) {
            OwnedLane lane = LANES[i];
            Thread owner = lane.isAnyOpen() ? lane.livingOwner() : null;
            if (owner != null) {
                each.accept(owner, lane);
            }
        }
    }

    /** The same of those whose outermost call since a reading began at or before another. */
    static void forEachLong(long latestStart, long since, BiConsumer<Thread, OpenCalls> each) {
        int claimed = CLAIMED.get();
        for (int i = 0; i < claimed; i++) {
            OwnedLane lane = LANES[i];
            Thread owner = lane.earliestAfter(since) <= latestStart ? lane.livingOwner() : null;
            if (owner != null) {
                each.accept(owner, lane);
            }
        }
    }

    /** Whether all lanes are taken, by living threads, and another one came. */
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
