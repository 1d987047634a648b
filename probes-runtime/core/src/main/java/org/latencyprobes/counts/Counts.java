package org.latencyprobes.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The monotonic bucket counters of one probe and outcome.
 *
 * <p>Any thread may {@link #record}, any thread may {@link #snapshot}, at any time. Counters only grow: a reader that wants an
 * interval subtracts its own earlier snapshot from a later one, so that any number of readers see every sample.
 *
 * <h2>How it works</h2>
 *
 * <p><b>Speed.</b> After the second clock reading the processor waits for the atomic add, and the add for every load whose address
 * depends on that reading. So the shortest way from reading to counter has none: durations below {@value Layout#HEAD_LENGTH} counters
 * (16 µs) lie in one array of the thread's lane, its head. Longer ones take one dependent load more, some ns.
 *
 * <p><b>Memory.</b> A lane (see {@link Lanes}) holds a head and up to {@value Layout#OCTAVES} octaves of
 * {@value Layout#OCTAVE_LENGTH} counters. Each is installed when the first sample falls into it, by compare-and-set from null, out of
 * a stock made in advance ({@link Spares}), and stays.
 *
 * <p><b>Progress.</b> {@code record} is wait-free but for a sample that is the longest of its period or the first in its array: those
 * are lock-free. It allocates nothing, blocks on nothing and throws nothing.
 *
 * <p><b>Ordering.</b> The counter's atomic add in {@code record} pairs with the volatile read of the same counter in {@code
 * snapshot}: a sample recorded before (in the happens-before order) a snapshot is in it. The reference to an array is read
 * plainly: it is published zeroed and a zeroed array looks the same to a thread that sees only the reference. The
 * maximum is raised before the counter, so a counted sample's maximum is already there to be read.
 *
 * <p><b>Worst.</b> {@code record} keeps the maximum of the present period with one comparison a sample. Each snapshot ends a period:
 * it takes that maximum into the all-time worst and into a ring of the last {@value Snapshot#PERIODS} periods' maxima, which each
 * reader combines for its own interval.
 */
public final class Counts {

    /** What one instance takes before it holds a sample, in bytes. */
    public static final long BASE_BYTES =
            16L + 8 * 8 + 4L * (Layout.OCTAVES + 1) * Lanes.COUNT + 8L * (Snapshot.PERIODS + Spill.SLOTS) + 160;

    private static final int CALLS_TO_LINK = 200;
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final VarHandle WORST_NOW = worstNow();

    static {
        link();
    }

    private final long[][] heads = new long[Lanes.COUNT][];
    private final long[][] octaves = new long[Lanes.COUNT * Layout.OCTAVES][];
    private final long[] periodWorst = new long[Snapshot.PERIODS];
    private final Spill spill = new Spill();
    private final AtomicLong clampedLow = new AtomicLong();
    private final AtomicLong clampedHigh = new AtomicLong();
    private final AtomicLong unplaced = new AtomicLong();
    /** The longest sample of the present period; raised by {@code record}, taken by {@code snapshot}. */
    private long worstNow;

    private long period;
    private long worstSinceStart;

    /** Creates counters that have counted nothing. */
    public Counts() {
        Memory.stock();
    }

    /**
     * Takes every way through {@code record}. A method handle is linked at its first call and specialised after 127 more, which
     * allocates, takes milliseconds and needs stack: so it happens here, on the thread that makes the first probe.
     */
    private static void link() {
        Counts counts = new Counts();
        for (int call = 0; call < CALLS_TO_LINK; call++) {
            counts.record(call % 2 == 0 ? -1 : Long.MAX_VALUE);
        }
        counts.spill(0);
    }

    /**
     * Counts one sample.
     *
     * @param nanos the duration in ns; below 0 it is counted as 0, above {@link Layout#MAX_NANOS} as that, and either is
     *     counted as clamped
     */
    public void record(long nanos) {
        if (nanos > worstNow) {
            raise(Math.min(nanos, Layout.MAX_NANOS));
        }
        int index = Layout.indexOf(nanos);
        int entry = Lanes.entry();
        int lane = Lanes.laneOf(entry);
        long[] head = heads[lane];
        if (head != null && index < head.length) {
            add(head, index, entry, lane);
        } else {
            recordBeyondHead(nanos, entry, lane);
        }
    }

    private void recordBeyondHead(long nanos, int entry, int lane) {
        int index = Layout.indexOf(nanos >>> Layout.MAX_BITS == 0 ? nanos : clamp(nanos));
        long[] head = index < Layout.HEAD_LENGTH ? install(heads, lane, Spares.HEADS) : null;
        if (head != null) {
            add(head, index, entry, lane);
            return;
        }
        int at = lane * Layout.OCTAVES + (index >>> Layout.OCTAVE_BITS);
        long[] octave = octaves[at];
        if (octave == null) {
            octave = install(at);
            if (octave == null) {
                spill(index);
                return;
            }
        }
        add(octave, index & Layout.OCTAVE_LENGTH - 1, entry, lane);
    }

    private static void add(long[] counters, int at, int entry, int lane) {
        long before = (long) COUNT.getAndAdd(counters, at, 1L);
        if ((before & Lanes.SAMPLES_BETWEEN_LOOKS - 1) == 0) {
            Lanes.look(entry, lane);
        }
    }

    private long clamp(long nanos) {
        if (nanos < 0) {
            clampedLow.getAndIncrement();
            return 0;
        }
        clampedHigh.getAndIncrement();
        return Layout.MAX_NANOS;
    }

    private void raise(long value) {
        long seen = (long) WORST_NOW.getOpaque(this);
        while (value > seen && !WORST_NOW.compareAndSet(this, seen, value)) {
            seen = (long) WORST_NOW.getOpaque(this);
        }
    }

    /** The octave now at this place, out of the stock or, when that is empty, borrowed from another lane; else null. */
    private long[] install(int at) {
        long[] octave = install(octaves, at, Spares.OCTAVES);
        return octave != null ? octave : borrow(at % Layout.OCTAVES);
    }

    private static long[] install(long[][] places, int at, Spares stock) {
        long[] spare = stock.take();
        if (spare == null) {
            return places[at];
        }
        long[] winner = (long[]) PLACE.compareAndExchange(places, at, null, spare);
        if (winner == null) {
            return spare;
        }
        stock.give(spare);
        return winner;
    }

    private long[] borrow(int octave) {
        for (int at = octave; at < octaves.length; at += Layout.OCTAVES) {
            long[] octaveOfOtherLane = octaves[at];
            if (octaveOfOtherLane != null) {
                return octaveOfOtherLane;
            }
        }
        return null;
    }

    private void spill(int index) {
        if (!spill.add(index)) {
            unplaced.getAndIncrement();
        }
    }

    /**
     * Reads all counters and ends the present period. Allocates the result; readers exclude each other, never the threads that
     * record.
     *
     * @return the state in the layout that {@link Snapshot} describes
     */
    public synchronized long[] snapshot() {
        Memory.stock();
        spill.forEachIndex(index -> growSpilled(index >>> Layout.OCTAVE_BITS));
        long[] counts = new long[octavesInUse() << Layout.OCTAVE_BITS];
        sum(counts);
        spill.addTo(counts);
        endPeriod();
        long[] header = {
            Snapshot.LAYOUT, worstSinceStart, clampedLow.get(), clampedHigh.get(), unplaced.get(), period - 1
        };
        return Snapshot.of(header, periodWorst, counts);
    }

    private void growSpilled(int octave) {
        if (octaves[octave] == null) {
            install(octave);
        }
    }

    /** Up to the longest sample so far: most probes use a third of the range, most error outcomes nothing of it. */
    private int octavesInUse() {
        int inUse = spill.isEmpty() ? 0 : Layout.OCTAVES;
        for (int lane = 0; lane < heads.length; lane++) {
            if (PLACE.getVolatile(heads, lane) != null) {
                inUse = Math.max(inUse, Layout.HEAD_LENGTH >>> Layout.OCTAVE_BITS);
            }
        }
        for (int at = 0; at < octaves.length; at++) {
            if (PLACE.getVolatile(octaves, at) != null) {
                inUse = Math.max(inUse, at % Layout.OCTAVES + 1);
            }
        }
        return inUse;
    }

    /** What is installed meanwhile beyond those in use holds samples of the next snapshot only. */
    private void sum(long[] counts) {
        for (int lane = 0; lane < heads.length; lane++) {
            long[] head = (long[]) PLACE.getVolatile(heads, lane);
            for (int i = 0; head != null && i < Math.min(head.length, counts.length); i++) {
                counts[i] += (long) COUNT.getVolatile(head, i);
            }
        }
        for (int at = 0; at < octaves.length; at++) {
            long[] octave = (long[]) PLACE.getVolatile(octaves, at);
            int base = at % Layout.OCTAVES << Layout.OCTAVE_BITS;
            if (octave != null && base < counts.length) {
                for (int i = 0; i < Layout.OCTAVE_LENGTH; i++) {
                    counts[base + i] += (long) COUNT.getVolatile(octave, i);
                }
            }
        }
    }

    /** After the counts are read, so that the maximum of every sample among them is in this period or an earlier one. */
    private void endPeriod() {
        long worst = (long) WORST_NOW.getAndSet(this, 0L);
        periodWorst[(int) period & Snapshot.PERIODS - 1] = worst;
        worstSinceStart = Math.max(worstSinceStart, worst);
        period++;
    }

    private static VarHandle worstNow() {
        try {
            return MethodHandles.lookup().findVarHandle(Counts.class, "worstNow", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
