package org.latencyprobes.internal.counts;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The choice of calls that one probe and outcome offers to a sample, which is stratified by duration: four strata to a factor of two.
 *
 * <p>Each call above a floor draws a priority. It is offered if that is below the bound of its stratum, or if it is longer than the longest
 * that are kept. Whoever keeps the sample holds the calls with the lowest priorities of each stratum, and lowers its bound as they become more than it has
 * room for. Where the ring fills up, a stratum that offers many lowers its bound itself. So each stratum's sample is uniform, however many calls
 * there were. An offer that found no room is counted by stratum.
 *
 * <p>Any thread may offer and lower bounds, one sets the floor. To draw is lock-free, allocates nothing and throws nothing.
 */
public final class Strata {

    /** How many counters of {@link Layout} a stratum has. */
    public static final int COUNTERS = Layout.BUCKET_LENGTH / 4;

    /** How many strata there are. */
    public static final int COUNT = Layout.LENGTH / COUNTERS;

    /** The bound below which each priority is. */
    public static final int EACH = Integer.MAX_VALUE;

    /** The floor above which no call is: none is offered. */
    public static final long CLOSED = Long.MAX_VALUE;

    /** The floor below all calls. */
    public static final long OPEN = -1;

    /** The priority of a call that is not offered. */
    public static final int NOT_OFFERED = -1;

    /** The memory of one, in bytes. */
    static final long BYTES = 48 + 3 * 24 + (4L + 4L + 1L) * COUNT;

    /** After so many offers that nobody has looked at, a stratum lowers its bound where the ring fills. */
    static final int MANY = 12;

    /** And does so again after so many more. */
    private static final int MORE = 2;

    /** To a quarter: many calls at once, of many strata, are not to fill the ring, in which rare ones would find no room then. */
    private static final int LOWER_BITS = 2;

    /** Of counters whose calls are never slow. */
    static final Strata NONE = new Strata(false);

    private static final long MIXER = 0x9E3779B97F4A7C15L;

    private final AtomicIntegerArray bounds = new AtomicIntegerArray(COUNT);
    private final AtomicIntegerArray lost = new AtomicIntegerArray(COUNT);
    /** Up to {@value #MANY}, and plain: what two threads add at once may be added once. */
    private final byte[] offers = new byte[COUNT];

    private volatile long floorNanos;
    private volatile long longestNanos;
    private volatile long tracedNanos;

    /** Begins to offer each call, or none. */
    Strata(boolean isOpen) {
        openAll();
        floorNanos = isOpen ? OPEN : CLOSED;
    }

    /**
     * The stratum of a duration.
     *
     * @param nanos in ns, 0 or more
     * @return 0 to {@link #COUNT} − 1
     */
    public static int of(long nanos) {
        return Layout.indexOf(Math.min(nanos, Layout.MAX_NANOS)) / COUNTERS;
    }

    /**
     * The shortest duration of a stratum.
     *
     * @param stratum its number; {@link #COUNT} too
     * @return in ns
     */
    public static long lowestNanos(int stratum) {
        return stratum == COUNT ? Layout.MAX_NANOS + 1 : Layout.lowestNanos(stratum * COUNTERS);
    }

    private void openAll() {
        for (int stratum = 0; stratum < COUNT; stratum++) {
            bounds.set(stratum, EACH);
        }
        longest(CLOSED, OPEN);
    }

    long floorNanos() {
        return floorNanos;
    }

    /** Sets the floor; {@link LongCalls} sees to what it compares with. */
    void floorNanos(long nanos) {
        if (floorNanos == CLOSED) {
            openAll();
        }
        floorNanos = nanos;
    }

    /**
     * Draws the priority of a call.
     *
     * @param start of the call, or any other number that calls do not share
     * @param ring that it is offered to
     * @return {@link #NOT_OFFERED} where it is not offered
     */
    int draw(long nanos, long start, SlowRing ring) {
        if (nanos <= floorNanos) {
            return NOT_OFFERED;
        }
        int priority = priority(nanos, start);
        int stratum = of(nanos);
        return isBelow(priority, stratum, ring) || nanos > longestNanos ? priority : NOT_OFFERED;
    }

    private boolean isBelow(int priority, int stratum, SlowRing ring) {
        int bound = bound(stratum);
        if (priority >= bound) {
            return false;
        }
        byte offered = offers[stratum];
        if (offered < MANY) {
            offers[stratum] = (byte) (offered + 1);
            return true;
        }
        if (!ring.isFilling()) {
            return true;
        }
        offers[stratum] = MANY - MORE;
        lower(stratum, bound >> LOWER_BITS);
        return priority < bound >> LOWER_BITS;
    }

    /** A number from 0 to below {@link #EACH} that the bits of both decide, as chance would. */
    static int priority(long nanos, long start) {
        long mixed = (start + nanos * MIXER) * MIXER;
        mixed = (mixed ^ mixed >>> 32) * MIXER;
        mixed = (mixed ^ mixed >>> 29) * MIXER;
        return (int) (mixed >>> 33) & EACH - 1;
    }

    /** Whether the application is asked for a call's trace id. */
    boolean isTraced(long nanos) {
        return nanos > tracedNanos;
    }

    /** Counts an offer that found no room, with the calls that it stands for. */
    void lose(long nanos, int priority) {
        int stratum = of(nanos);
        int bound = bound(stratum);
        if (priority < bound) {
            addLost(stratum, (int) Math.round((double) EACH / bound));
        }
    }

    private void addLost(int stratum, int calls) {
        int present = lost.get(stratum);
        while (!lost.compareAndSet(stratum, present, (int) Math.min(Integer.MAX_VALUE, (long) present + calls))) {
            present = lost.get(stratum);
        }
    }

    /**
     * The bound of a stratum.
     *
     * @param stratum its number
     * @return calls with a priority below that are offered
     */
    public int bound(int stratum) {
        return bounds.getPlain(stratum);
    }

    /**
     * Lowers the bound of a stratum, unless it is as low.
     *
     * @param stratum its number
     * @param priority the first that is no longer offered
     */
    public void lower(int stratum, int priority) {
        int present = bounds.get(stratum);
        while (priority < present && !bounds.compareAndSet(stratum, present, priority)) {
            present = bounds.get(stratum);
        }
    }

    /**
     * Raises the bound of a stratum: another sample begins.
     *
     * @param stratum its number
     * @param priority the first that is not offered
     */
    public void raise(int stratum, int priority) {
        bounds.set(stratum, priority);
    }

    /** Begins to count offers anew: somebody has looked. */
    public void looked() {
        Arrays.fill(offers, (byte) 0);
    }

    /**
     * Sets from where on a call is offered whatever its priority is, and its trace id asked for.
     *
     * @param nanos the shortest of the longest that are kept, in ns; {@link #CLOSED} where these are too few
     * @param longestUntraced longer calls have their trace id asked for, in ns; less than 1 where all have
     */
    public void longest(long nanos, long longestUntraced) {
        longestNanos = nanos;
        tracedNanos = longestUntraced;
    }

    /**
     * About how many calls the offers stand for that found no room since the last time this was asked.
     *
     * @param stratum its number
     * @return how many
     */
    public long takeLost(int stratum) {
        return lost.get(stratum) == 0 ? 0 : lost.getAndSet(stratum, 0);
    }

    /** A reader of how many calls each stratum has had. For one thread; it allocates nothing after its making. */
    public static final class Reader {

        private final long[] sums = new long[Snapshot.COUNTS + Layout.LENGTH];
        private final long[] byStratum = new long[COUNT];

        /** Makes a reader. */
        public Reader() {}

        /**
         * Reads counters.
         *
         * @param counts of a probe and outcome
         * @return all that they have counted, by stratum, in the same array each time
         */
        public long[] read(Counts counts) {
            Arrays.fill(sums, 0);
            counts.addTo(sums);
            for (int stratum = 0; stratum < COUNT; stratum++) {
                long sum = 0;
                int end = Snapshot.COUNTS + (stratum + 1) * COUNTERS;
                for (int at = end - COUNTERS; at < end; at++) {
                    sum += sums[at];
                }
                byStratum[stratum] = sum;
            }
            return byStratum;
        }
    }
}
