package org.latencyprobes.internal.counts;

import java.util.concurrent.atomic.AtomicLong;
import org.latencyprobes.internal.inflight.UnownedCalls;

/**
 * The monotonic bucket counters of one probe and outcome.
 *
 * <p>Any thread may {@link #record}, any thread may {@link #snapshot}, at any time. Counters only grow: a reader that wants an
 * interval subtracts its own earlier snapshot from a later one, so that any number of readers see every sample.
 *
 * <p><b>Memory.</b> All stripes ({@link OwnedStripes} and {@link Stripes}) share up to {@value Layout#OCTAVES} octaves of {@value Layout#OCTAVE_LENGTH} counters,
 * small ones as long as none of them is full ({@link CounterArrays}).
 * A stripe on which many samples come ({@link StripeOctaves.Demand}) gets octaves of its own besides, for the durations that it has most ({@link StripeOctaves}).
 * All are installed by compare-and-set from null, out of a stock ({@link Spares}), and stay.
 *
 * <p><b>Speed.</b> Threads on different stripes add to different cache lines within their own octaves, and wait for each other's outside. A platform
 * thread owns its stripe and adds plainly to its octaves; all other adds are atomic. The way to a stripe's octaves depends on the thread alone, so
 * one load is left for after the clock reading: that of the octave.
 *
 * <p><b>Progress.</b> {@code record} is wait-free but for a sample that is the longest of its period, slow, or the first in its octave: those
 * are lock-free. It allocates nothing, blocks on nothing and throws nothing.
 *
 * <p><b>Ordering.</b> The counter's atomic add, or the owner's store with release, in {@code record} pairs with the fence behind the reading
 * of counters in {@code snapshot}: a sample recorded before (in the happens-before order) a snapshot is in it. The reference to a stripe's table is
 * read with acquire. That to an octave is read plainly: an octave is published zeroed, and looks the same to a thread that sees only the
 * reference. The maximum is raised before the counter, so a counted sample's maximum is already there to be read.
 *
 * <p><b>Max.</b> {@code record} keeps the maximum of the present period with one comparison a sample. Each snapshot ends a period:
 * it takes that maximum into the all-time longest and into a ring of the last {@value Snapshot#PERIODS} periods' maxima, which each
 * reader combines for its own interval.
 */
public final class Counts extends LongCalls {

    /** The memory of one instance before it holds a sample, in bytes. */
    public static final long BASE_BYTES =
            16L + 8 * 8 + 4L * (2 * Layout.OCTAVES + StripeOctaves.STRIPES) + 8L * Overflow.SLOTS + Strata.BYTES + 480;

    /** Counters that count nothing, for all that the memory cap has no room for. */
    public static final Counts NONE;

    static {
        NONE = new Counts(null, false, true);
        NONE.above = Long.MAX_VALUE; // which no sample exceeds
        FirstCalls.link(new Counts());
    }

    private final boolean closed;
    private final StripeOctaves stripeOctaves = new StripeOctaves();
    final long[][][] tables = stripeOctaves.tables;

    private final byte[][] smallOctaves = new byte[Layout.OCTAVES][];
    private final long[][] octaves = new long[Layout.OCTAVES][];
    private final Overflow overflow = new Overflow();
    private final StripeOctaves.Demand demand = new StripeOctaves.Demand();
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

    /** Whether it went to an octave of which it is known that nothing is known of what was inside. */
    private boolean count(long nanos) {
        if (nanos > above) {
            noteLong(nanos, NO_START);
        }
        Thread current = Thread.currentThread();
        int entry = Stripes.entryOf(current);
        OwnedStripe own = OwnedStripes.of(current, entry);
        if (own != null) {
            recordOwned(nanos, entry, own.number, StripeOctaves.get(tables, own.number));
            return false;
        }
        return recordUnowned(nanos, entry);
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
        long[] octave = CounterArrays.getOrInstall(octaves, index >>> Layout.OCTAVE_BITS, Spares.OCTAVES);
        if (octave != null) {
            CounterArrays.COUNT.getAndAdd(octave, index & Layout.OCTAVE_LENGTH - 1, times - 1);
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
            long[][] table = StripeOctaves.get(tables, own.number);
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
        if (!recordUnowned(nanos, entry) && !closed) {
            inside.addUnknown(Stripes.stripeOf(entry));
        }
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
     * By the owner of a stripe, with the stripe's table of {@link StripeOctaves}, or null. The JIT often compiles this before the stripe has any octave.
     * Then it would call small methods on the way to one, not inline them.
     */
    void recordOwned(long nanos, int entry, int stripe, long[][] table) {
        int index = Layout.indexOf(nanos);
        if (table != null) {
            long[] octave = table[index >>> Layout.OCTAVE_BITS];
            if (octave != null) {
                int at = index & Layout.OCTAVE_LENGTH - 1;
                CounterArrays.COUNT.setRelease(octave, at, (long) CounterArrays.COUNT.getOpaque(octave, at) + 1);
                return;
            }
        }
        recordShared(nanos, index, entry, stripe);
    }

    /** By a thread without a stripe of its own; whether it went to an octave for such threads alone. */
    boolean recordUnowned(long nanos, int entry) {
        int index = Layout.indexOf(nanos);
        int stripe = Stripes.stripeOf(entry);
        long[][] own = StripeOctaves.get(tables, stripe);
        if (own != null) {
            long[] octave = own[index >>> Layout.OCTAVE_BITS];
            if (octave != null) {
                long before = CounterArrays.increment(octave, index & Layout.OCTAVE_LENGTH - 1);
                if ((before & Stripes.SAMPLES_BETWEEN_CHECKS - 1) == 0) {
                    Stripes.checkSharing(entry, stripe);
                }
                return true;
            }
        }
        recordShared(nanos, index, entry, stripe);
        return false;
    }

    private void recordShared(long nanos, int indexOfNanos, int entry, int stripe) {
        if (closed) {
            return;
        }
        int index = nanos >>> Layout.MAX_BITS == 0 ? indexOfNanos : Layout.indexOf(clamp(nanos));
        if (octaves[index >>> Layout.OCTAVE_BITS] == null && CounterArrays.incrementSmall(smallOctaves, index)) {
            return;
        }
        long[] octave = CounterArrays.getOrInstall(octaves, index >>> Layout.OCTAVE_BITS, Spares.OCTAVES);
        if (octave == null) {
            overflow(index);
            return;
        }
        long before = CounterArrays.increment(octave, index & Layout.OCTAVE_LENGTH - 1);
        if ((before & Stripes.SAMPLES_BETWEEN_CHECKS - 1) == 0 && before > 0) {
            check(index, entry, stripe);
        }
    }

    /** Checks, at one of many samples of a shared counter, whether its stripe needs an octave of its own. */
    private void check(int index, int entry, int stripe) {
        if (stripe < Stripes.COUNT) {
            Stripes.checkSharing(entry, stripe);
        }
        if (demand.isHighAt(System.nanoTime())) {
            open(stripe, index);
        }
    }

    /** Gives a stripe an octave of its own with this counter, if it may have one. */
    void open(int stripe, int index) {
        stripeOctaves.open(stripe, index >>> Layout.OCTAVE_BITS);
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
        return stripeOctaves.sum()
                + CounterArrays.sum(octaves)
                + CounterArrays.sum(smallOctaves)
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
                index -> CounterArrays.getOrInstall(octaves, index >>> Layout.OCTAVE_BITS, Spares.OCTAVES));
        long[] snapshot = Snapshot.zeros(octavesInUse() << Layout.OCTAVE_BITS, array);
        addTo(snapshot);
        endPeriod(snapshot);
        snapshot[0] = Snapshot.LAYOUT;
        snapshot[Snapshot.CLAMPED_LOW] = clampedLow.get();
        snapshot[Snapshot.CLAMPED_HIGH] = clampedHigh.get();
        snapshot[Snapshot.UNPLACED] = unplaced.get();
        return snapshot;
    }

    /** Those up to the longest sample so far. What overflowed is looked at last: a sample that overflowed before another was counted is in, too. */
    private int octavesInUse() {
        int inUse = Math.max(
                Math.max(stripeOctaves.octavesInUse(), CounterArrays.inUse(smallOctaves, Layout.OCTAVES)),
                CounterArrays.inUse(octaves, Layout.OCTAVES));
        return overflow.isEmpty() ? inUse : Layout.OCTAVES;
    }

    /** Adds all counters. An array installed meanwhile beyond the octaves in use holds samples of the next snapshot only. */
    void addTo(long[] snapshot) {
        stripeOctaves.addTo(snapshot);
        CounterArrays.addTo(snapshot, octaves);
        CounterArrays.addTo(snapshot, smallOctaves);
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

    /** How many octaves stripes have for themselves. */
    int ownOctaves() {
        return stripeOctaves.count();
    }
}
