package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.latencyprobes.internal.inflight.UnownedCalls;

/**
 * The slots through which calls that are offered to a sample come from the threads that made them to the one that keeps it. There is one ring in a copy of the
 * runtime, from {@link #open} to {@link #close}; without it no call is kept.
 *
 * <p>A thread claims a free slot by compare-and-set, fills it plainly, and publishes it with release; the one that drains reads that with
 * acquire, and gives the slot back with release. Where some slots in a row are taken, the call is not kept; nor is a
 * short one where three quarters of all are. A thread that dies in between keeps its slot from others for good.
 *
 * <p>{@code put} is wait-free but for what {@link TraceIds} asks, allocates nothing of its own and throws nothing. Threads are held until the next {@code drain}. The memory is {@value
 * #SLOTS} slots of 109 bytes.
 */
public final class SlowRing {

    static final int SLOTS = 1 << 11;

    private static final int SLOT_BITS = 3;
    private static final int TRIES = 8;

    /** Of so many slots one is kept free for calls that may be among the longest: a burst of short ones is not to take their room. */
    private static final int FOR_LONGEST = 4;

    private static final int STATE = 0;
    private static final int START = 1;
    private static final int NANOS = 2;
    private static final int END_NANOS = 3;
    private static final int CALLS_INSIDE = 4;
    private static final int NANOS_INSIDE = 5;
    private static final int PRIORITY = 6;

    private static final long FREE = 0;
    private static final long CLAIMED = 1;
    private static final long FULL = 2;

    private static final VarHandle AT = MethodHandles.arrayElementVarHandle(long[].class);

    private static volatile SlowRing present;

    private final int slots;
    private final long[] numbers;
    private final Thread[] threads;
    private final LongCalls[] counts;
    private final String[] traces;
    private final long[] looks;
    private final boolean[] areLooks;
    private final AtomicInteger next = new AtomicInteger();

    /** Raised once a call can be drained: one that is still being put in when {@link #drain} passes its slot changes this later. */
    private final AtomicInteger puts = new AtomicInteger();

    private int drained;
    private volatile boolean isCounted = true;

    /** A receiver of slow calls. */
    @FunctionalInterface
    public interface Receiver {

        /**
         * Takes one call.
         *
         * @param counts where it was counted
         * @param thread that recorded it
         * @param start as {@link OpenCalls#begin} was told; {@link Long#MIN_VALUE} where only the duration is known
         * @param nanos its duration in ns
         * @param endNanos when it was recorded, as {@link System#nanoTime()} counts; later than its end by what lay between
         * @param callsInside how many probed calls were inside; −1 where it is not known
         * @param nanosInside the time in them, in ns
         * @param trace the trace id of the thread's work when it was recorded; null where there is none
         * @param priority as {@link Strata} has drawn it
         * @param looks at it while it was in flight, as {@link UnownedCalls#micros} reads them; null where there are none
         */
        void take(
                Counts counts,
                Thread thread,
                long start,
                long nanos,
                long endNanos,
                long callsInside,
                long nanosInside,
                String trace,
                int priority,
                long[] looks);
    }

    SlowRing(int slots) {
        this.slots = slots;
        numbers = new long[slots << SLOT_BITS];
        threads = new Thread[slots];
        counts = new LongCalls[slots];
        traces = new String[slots];
        looks = new long[slots * UnownedCalls.LOOKS];
        areLooks = new boolean[slots];
    }

    /**
     * Begins to keep slow calls, if that has not begun, in this copy of the runtime. New probes offer each call then, until they have a floor.
     */
    public static synchronized void open() {
        if (present == null) {
            present = new SlowRing(SLOTS);
        }
    }

    /** Keeps no calls any more. */
    public static synchronized void close() {
        present = null;
    }

    /**
     * The ring that calls are put into.
     *
     * @return null where none are kept
     */
    public static SlowRing present() {
        return present;
    }

    /**
     * Whether it is counted how many calls are slow.
     *
     * @return false while a watch alone keeps them
     */
    public boolean isCounted() {
        return isCounted;
    }

    /**
     * Says whether that is counted.
     *
     * @param counted as {@link #isCounted} is to tell
     */
    public void count(boolean counted) {
        isCounted = counted;
    }

    /** Puts a call in that ends just now on this thread, with what its stripe knows, if there is one; false where there is no room. */
    boolean put(OwnedStripe stripe, LongCalls where, long nanos, long start, int priority, boolean isTraced) {
        if (!isTraced && taken() >= slots - slots / FOR_LONGEST) {
            return false;
        }
        long endNanos = System.nanoTime();
        long callsInside = stripe == null ? OpenCalls.UNKNOWN : stripe.callsInside(start);
        long nanosInside = stripe == null ? 0 : stripe.nanosInside(start);
        // last: this is code of the application's, which takes its time and may have probes; a warm-up does not ask it
        String trace = isTraced && this == present ? TraceIds.present() : null;
        int first = next.getAndIncrement();
        for (int i = 0; i < TRIES; i++) {
            int slot = first + i & slots - 1;
            int at = slot << SLOT_BITS;
            if ((long) AT.getOpaque(numbers, at) == FREE && AT.compareAndSet(numbers, at, FREE, CLAIMED)) {
                numbers[at + START] = start;
                numbers[at + NANOS] = nanos;
                numbers[at + END_NANOS] = endNanos;
                numbers[at + CALLS_INSIDE] = callsInside;
                numbers[at + NANOS_INSIDE] = nanosInside;
                numbers[at + PRIORITY] = priority;
                threads[slot] = Thread.currentThread();
                counts[slot] = where;
                traces[slot] = trace;
                areLooks[slot] = stripe == null && UnownedCalls.copyLooks(start, looks, slot * UnownedCalls.LOOKS);
                AT.setRelease(numbers, at + STATE, FULL);
                puts.getAndIncrement();
                return true;
            }
        }
        return false;
    }

    /**
     * Whether it should be drained soon. Any thread may ask, and sees what was a moment ago.
     *
     * @return true where half of its slots are taken
     */
    public boolean isHalfFull() {
        return taken() >= slots / 2;
    }

    /** Whether so many of its slots are taken that there may soon be no room for rare calls. */
    boolean isFilling() {
        return taken() >= slots / 4;
    }

    private int taken() {
        return puts.get() - drained;
    }

    /**
     * Hands out all calls that are in the ring, in no order, and makes room. For one thread.
     *
     * @param each takes them
     */
    public void drain(Receiver each) {
        int present = puts.get();
        if (present == drained) {
            return;
        }
        for (int slot = 0; slot < slots; slot++) {
            if ((long) AT.getAcquire(numbers, slot << SLOT_BITS) == FULL) {
                empty(slot, each);
            }
        }
        drained = present;
    }

    private void empty(int slot, Receiver each) {
        int at = slot << SLOT_BITS;
        int look = slot * UnownedCalls.LOOKS;
        try {
            each.take(
                    (Counts) counts[slot],
                    threads[slot],
                    numbers[at + START],
                    numbers[at + NANOS],
                    numbers[at + END_NANOS],
                    numbers[at + CALLS_INSIDE],
                    numbers[at + NANOS_INSIDE],
                    traces[slot],
                    (int) numbers[at + PRIORITY],
                    areLooks[slot] ? Arrays.copyOfRange(looks, look, look + UnownedCalls.LOOKS) : null);
        } finally {
            threads[slot] = null;
            counts[slot] = null;
            traces[slot] = null;
            drained++; // who drains may lose its CPU: what is free is not to count as taken for as long
            AT.setRelease(numbers, at + STATE, FREE);
        }
    }
}
