package org.latencyprobes.internal.counts;

import java.util.concurrent.atomic.AtomicLong;
import org.latencyprobes.internal.inflight.UnownedCalls;

/**
 * The monotonic bucket counters of one probe and outcome.
 *
 * <p>Any thread may {@link #record}, any thread may {@link #snapshot}, at any time. Counters only grow: a reader that wants an
 * interval subtracts its own earlier snapshot from a later one, so that any number of readers see every sample.
 *
 * <p><b>Memory.</b> All stripes ({@link OwnedStripes} and {@link Stripes}) share up to {@value Layout#BUCKETS} buckets of {@value Layout#BUCKET_LENGTH} counters,
 * small ones as long as none of them is full ({@link CounterArrays}).
 * A stripe on which many samples come ({@link StripeBuckets.Demand}) gets buckets of its own besides, for the durations that it has most ({@link StripeBuckets}).
 * All are installed by compare-and-set from null, out of a stock ({@link Spares}), and stay.
 *
 * <p><b>Speed.</b> Threads on different stripes add to different cache lines within their own buckets, and wait for each other's outside. A platform
 * thread owns its stripe and adds plainly to its buckets; all other adds are atomic. The way to a stripe's buckets depends on the thread alone, so
 * one load is left for after the clock reading: that of the bucket.
 *
 * <p><b>Progress.</b> {@code record} is wait-free but for a sample that is the longest of its period, slow, or the first in its bucket: those
 * are lock-free. It allocates nothing, blocks on nothing and throws nothing.
 *
 * <p><b>Ordering.</b> The counter's atomic add, or the owner's store with release, in {@code record} pairs with the fence behind the reading
 * of counters in {@code snapshot}: a sample recorded before (in the happens-before order) a snapshot is in it. The reference to a stripe's table is
 * read with acquire. That to a bucket is read plainly: a bucket is published zeroed, and looks the same to a thread that sees only the
 * reference. The maximum is raised before the counter, so a counted sample's maximum is already there to be read.
 *
 * <p><b>Max.</b> {@code record} keeps the maximum of the present period with one comparison a sample. Each snapshot ends a period:
 * it takes that maximum into the all-time longest and into a ring of the last {@value Snapshot#PERIODS} periods' maxima, which each
 * reader combines for its own interval.
 */
public final class Counts extends LongCalls {

    /** The memory of one instance before it holds a sample, in bytes. */
    public static final long BASE_BYTES = 16L
            + 8 * 8
            + 4L * (2 * Layout.BUCKETS + StripeBuckets.STRIPES)
            + 8L * (Snapshot.PERIODS + Overflow.SLOTS)
            + Strata.BYTES
            + 480;

    /** Counters that count nothing, for all that the memory cap has no room for. */
    public static final Counts NONE;

    static {
        NONE = new Counts(null, false, true);
        NONE.above = Long.MAX_VALUE; // which no sample exceeds
        FirstCalls.link(new Counts());
    }

    private final boolean closed;
    private final StripeBuckets stripeBuckets = new StripeBuckets();
    final long[][][] tables = stripeBuckets.tables;

    private final byte[][] smallBuckets = new byte[Layout.BUCKETS][];
    private final long[][] buckets = new long[Layout.BUCKETS][];
    private final Overflow overflow = new Overflow();
    private final StripeBuckets.Demand demand = new StripeBuckets.Demand();
    private final AtomicLong clampedLow = new AtomicLong();
    private final AtomicLong clampedHigh = new AtomicLong();
    private final AtomicLong unplaced = new AtomicLong();
    final NestedTotals inside = new NestedTotals(tables);
    private final Object owner;
    /** The same for all counters of one owner. */
    private final int id;

    /** Creates counters that have counted nothing and belong to nobody. */
    public Counts() {
        this(null, true);
    }

    /**
     * Creates counters that have counted nothing.
     *
     * @param owner whose they are; may be null
     * @param hasSlowCalls false where no call is ever slow, and none goes through the {@link SlowRing}
     */
    public Counts(Object owner, boolean hasSlowCalls) {
        this(owner, hasSlowCalls, false);
        MemoryCap.stock();
    }

    private Counts(Object owner, boolean hasSlowCalls, boolean closed) {
        super(hasSlowCalls);
        this.owner = owner;
        this.closed = closed;
        this.id = System.identityHashCode(owner == null ? this : owner);
    }

    /** {@return whose these are, as given; may be null} */
    public Object owner() {
        return owner;
    }

    /**
     * Counts one sample. Thread-safe; allocates, locks and throws nothing.
     *
     * @param nanos the duration in ns; below 0 it is counted as 0, above {@link Layout#MAX_NANOS} as that, either as clamped
     */
    public void record(long nanos) {
        count(nanos);
    }

    /** Returns whether it is counted by that as one of which it is not known what was inside. */
    private boolean count(long nanos) {
        if (nanos > above) {
            noteLong(nanos, NO_START);
        }
        Thread current = Thread.currentThread();
        int entry = Stripes.entryOf(current);
        OwnedStripe own = OwnedStripes.of(current, entry);
        if (own != null) {
            recordOwned(nanos, entry, own.number, StripeBuckets.get(tables, own.number));
            return false;
        }
        recordUnowned(nanos, entry);
        return true;
    }

    /**
     * Counts one sample as many times as it stands for, in a time that does not depend on that. As {@link #record}, but a clamped one is clamped once.
     *
     * @param nanos as there
     * @param times 1 or more
     */
    public void recordWithCount(long nanos, long times) {
        record(nanos);
        if (closed || times == 1) {
            return;
        }
        int index = Layout.indexOf(Math.max(0, Math.min(nanos, Layout.MAX_NANOS)));
        long[] bucket = CounterArrays.getOrInstall(buckets, index >>> Layout.BUCKET_BITS, Spares.BUCKETS);
        if (bucket != null) {
            CounterArrays.COUNT.getAndAdd(bucket, index & Layout.BUCKET_LENGTH - 1, times - 1);
        } else {
            unplaced.getAndAdd(times - 1);
        }
    }

    /**
     * Counts one sample of a call that {@linkplain OpenCalls#begin began} on this thread, and what was inside it; as {@link #record}.
     *
     * @param nanos as {@link #record} takes it
     * @param start the start that its begin was told
     * @return true at one of about a thousand calls of a thread with a stripe of its own
     */
    public boolean recordNested(long nanos, long start) {
        if (nanos > above) {
            noteLong(nanos, start);
        }
        Thread current = Thread.currentThread();
        int entry = Stripes.entryOf(current);
        OwnedStripe own = OwnedStripes.of(current, entry);
        if (own != null) {
            long[][] table = StripeBuckets.get(tables, own.number);
            long callsInside = own.end(start, nanos);
            long countedInside = own.countedInside();
            boolean hadItself = callsInside != 0 && own.hadItselfInside(id, start);
            if (own.isInside()) {
                own.noteEnded(id, start); // before the stores with release, after which all is loaded again
            }
            if ((callsInside | countedInside) != 0) {
                if (callsInside == OpenCalls.UNKNOWN) {
                    UnownedCalls.end(current, start); // it may have begun when this thread had no stripe
                }
                inside.add(table, callsInside, countedInside, own.insideNanos(), hadItself);
            }
            recordOwned(nanos, entry, own.number, table);
            return own.isOneOfMany();
        }
        recordUnowned(nanos, entry);
        UnownedCalls.end(current, start);
        return false;
    }

    /**
     * Counts one sample, as {@link #record}, of a call of which it is not known what was inside.
     *
     * @param nanos the duration in ns, as there
     */
    public void recordUnnested(long nanos) {
        if (!count(nanos)) {
            inside.addUnknown();
        }
    }

    /** Counts a call of which nothing is known. */
    public void recordUnknown() {
        if (!closed) {
            inside.addUnknown();
        }
    }

    /**
     * By the owner of a stripe, with the stripe's table of {@link StripeBuckets}, or null. The JIT often compiles this before the stripe has any bucket.
     * Then it would call small methods on the way to one, not inline them.
     */
    void recordOwned(long nanos, int entry, int stripe, long[][] table) {
        int index = Layout.indexOf(nanos);
        if (table != null) {
            long[] bucket = table[index >>> Layout.BUCKET_BITS];
            if (bucket != null) {
                int at = index & Layout.BUCKET_LENGTH - 1;
                CounterArrays.COUNT.setRelease(bucket, at, (long) CounterArrays.COUNT.getOpaque(bucket, at) + 1);
                return;
            }
        }
        recordShared(nanos, index, entry, stripe);
    }

    /** By a thread without a stripe of its own: of what was inside nothing is known. */
    void recordUnowned(long nanos, int entry) {
        int index = Layout.indexOf(nanos);
        int stripe = Stripes.stripeOf(entry);
        long[][] own = StripeBuckets.get(tables, stripe);
        if (own != null) {
            long[] bucket = own[index >>> Layout.BUCKET_BITS];
            if (bucket != null) {
                long before = CounterArrays.increment(bucket, index & Layout.BUCKET_LENGTH - 1);
                if ((before & Stripes.SAMPLES_BETWEEN_CHECKS - 1) == 0) {
                    Stripes.checkSharing(entry, stripe);
                }
                return; // NestedTotals knows that these are of such threads
            }
        }
        recordShared(nanos, index, entry, stripe);
        if (!closed) {
            inside.addUnknown(stripe);
        }
    }

    private void recordShared(long nanos, int indexOfNanos, int entry, int stripe) {
        if (closed) {
            return;
        }
        int index = nanos >>> Layout.MAX_BITS == 0 ? indexOfNanos : Layout.indexOf(clamp(nanos));
        if (buckets[index >>> Layout.BUCKET_BITS] == null && CounterArrays.incrementSmall(smallBuckets, index)) {
            return;
        }
        long[] bucket = CounterArrays.getOrInstall(buckets, index >>> Layout.BUCKET_BITS, Spares.BUCKETS);
        if (bucket == null) {
            overflow(index);
            return;
        }
        long before = CounterArrays.increment(bucket, index & Layout.BUCKET_LENGTH - 1);
        if ((before & Stripes.SAMPLES_BETWEEN_CHECKS - 1) == 0 && before > 0) {
            check(index, entry, stripe);
        }
    }

    /** Checks, at one of many samples of a shared counter, whether its stripe needs a bucket of its own. */
    private void check(int index, int entry, int stripe) {
        if (stripe < Stripes.COUNT) {
            Stripes.checkSharing(entry, stripe);
        }
        if (demand.isHighAt(System.nanoTime())) {
            open(stripe, index);
        }
    }

    /** Gives a stripe a bucket of its own with this counter, if it may have one. */
    void open(int stripe, int index) {
        stripeBuckets.open(stripe, index >>> Layout.BUCKET_BITS);
    }

    private long clamp(long nanos) {
        if (nanos < 0) {
            clampedLow.getAndIncrement();
            return 0;
        }
        clampedHigh.getAndIncrement();
        return Layout.MAX_NANOS;
    }

    void overflow(int index) {
        if (!overflow.add(index)) {
            unplaced.getAndIncrement();
        }
    }

    /**
     * The number of samples, also of those that are in no counter. It is the same at a later time only if no sample has come. Ends no period;
     * allocates nothing. Any thread may ask.
     *
     * @return 0 or more, and never less than before
     */
    public long count() {
        return stripeBuckets.sum()
                + CounterArrays.sum(buckets)
                + CounterArrays.sum(smallBuckets)
                + overflow.sum()
                + unplaced.get();
    }

    /**
     * Reads all counters and ends the present period. Allocates the result; readers exclude each other, never the threads that record.
     *
     * @return the state in the layout that {@link Snapshot} describes
     */
    public long[] snapshot() {
        return Snapshot.withoutLastZeros(snapshot(Snapshot.NO_ARRAY));
    }

    /**
     * The same in an array that the caller has, if it is long enough.
     *
     * @param array any; what is in it is lost
     * @return that, or a new one; zeros may follow the last counter
     */
    public synchronized long[] snapshot(long[] array) {
        MemoryCap.stock();
        overflow.forEachIndex(
                index -> CounterArrays.getOrInstall(buckets, index >>> Layout.BUCKET_BITS, Spares.BUCKETS));
        long[] snapshot = Snapshot.zeros(bucketsInUse() << Layout.BUCKET_BITS, array);
        addTo(snapshot);
        endPeriod(snapshot);
        snapshot[0] = Snapshot.LAYOUT;
        snapshot[Snapshot.CLAMPED_LOW] = clampedLow.get();
        snapshot[Snapshot.CLAMPED_HIGH] = clampedHigh.get();
        snapshot[Snapshot.UNPLACED] = unplaced.get();
        return snapshot;
    }

    /** Those up to the longest sample so far. What overflowed is looked at last: a sample that overflowed before another was counted is in, too. */
    private int bucketsInUse() {
        int inUse = Math.max(
                Math.max(stripeBuckets.bucketsInUse(), CounterArrays.inUse(smallBuckets, Layout.BUCKETS)),
                CounterArrays.inUse(buckets, Layout.BUCKETS));
        return overflow.isEmpty() ? inUse : Layout.BUCKETS;
    }

    /** Adds all counters. An array installed meanwhile beyond the buckets in use holds samples of the next snapshot only. */
    void addTo(long[] snapshot) {
        stripeBuckets.addTo(snapshot);
        CounterArrays.addTo(snapshot, buckets);
        CounterArrays.addTo(snapshot, smallBuckets);
        overflow.addTo(snapshot, Snapshot.COUNTS);
    }

    /**
     * What was inside the calls that were counted. Ends no period; allocates. Any thread may read it.
     *
     * @return its totals, as {@link Nesting#of} takes them; those of calls that end meanwhile may be there in part
     */
    public long[] inside() {
        return inside.totals();
    }

    /** How many buckets stripes have for themselves. */
    int ownBuckets() {
        return stripeBuckets.count();
    }
}
