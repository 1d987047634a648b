package org.latencyprobes.internal.histogram;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.internal.probe.Hub;

/**
 * A snapshot as a reader keeps it, to subtract it from a later one: the numbers that are not zero, in one to nine bytes each.
 *
 * <p>The numbers are those of the header that {@link IntervalCounts} subtracts, and what was inside the calls. Two follow for each counter that is not zero: how many
 * counters before it are zero, and its count. Each number has seven bits to a byte, lowest first; the top bit says that more follow.
 * Immutable.
 */
final class PackedSnapshot {

    private static final int[] HEADER = {Snapshot.CLAMPED_LOW, Snapshot.CLAMPED_HIGH, Snapshot.UNPLACED};

    /** How many numbers the {@link Hub} carries of what was inside the calls. */
    static final int INSIDE_NUMBERS = 5;

    private static final long NOT_KNOWN = -1;
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    /** The memory of the object, with two references and six numbers, and of the map's entry that leads here. */
    private static final int OWN_BYTES = 72 + 40;

    private static final int ARRAY_BYTES = 16 + 7;

    private final List<Object> key;
    private final long period;
    private final long untimed;
    private final long shareChanges;
    private final long slow;
    private final long timedBefore;
    private final long untimedBefore;
    private final byte[] numbers;

    private PackedSnapshot(List<Object> key, long[] callsOrNull, Map<String, Object> reading, byte[] numbers) {
        this.key = key;
        timedBefore = callsOrNull == null ? NOT_KNOWN : callsOrNull[0];
        untimedBefore = callsOrNull == null ? NOT_KNOWN : callsOrNull[1];
        this.period = ((long[]) reading.get(Hub.SNAPSHOT))[Snapshot.PERIOD];
        this.untimed = Hub.number(reading, Hub.UNTIMED);
        this.shareChanges = Hub.number(reading, Hub.SHARE_CHANGES);
        this.slow = Hub.number(reading, Hub.SLOW);
        this.numbers = numbers;
    }

    /**
     * Packs a snapshot.
     *
     * @param key the identity of its probe and outcome
     * @param callsOrNull {@link Hub#CALLS} as they were before it was taken
     * @param reading as the {@link Hub} carries it
     * @param formerOrNull the snapshot before, which this one shares with what has not changed
     * @param packing is used for it, and may be used again
     */
    static PackedSnapshot of(
            List<Object> key,
            long[] callsOrNull,
            Map<String, Object> reading,
            PackedSnapshot formerOrNull,
            Packing packing) {
        long[] snapshot = (long[]) reading.get(Hub.SNAPSHOT);
        packing.length = 0;
        for (int at : HEADER) {
            packing.add(snapshot[at]);
        }
        long[] inside = Hub.numbers(reading, Hub.INSIDE, INSIDE_NUMBERS);
        for (int i = 0; i < INSIDE_NUMBERS; i++) {
            packing.add(inside[i]);
        }
        int from = Snapshot.COUNTS;
        for (int at = from; (at = Snapshot.nextUsed(snapshot, at)) < snapshot.length; from = ++at) {
            packing.add(at - from);
            packing.add(snapshot[at]);
        }
        if (formerOrNull == null) {
            return new PackedSnapshot(key, callsOrNull, reading, packing.bytes());
        }
        boolean same = packing.isLike(formerOrNull.numbers);
        return new PackedSnapshot(
                formerOrNull.key, callsOrNull, reading, same ? formerOrNull.numbers : packing.bytes());
    }

    /**
     * Whether no call has come since, and of none it has been told that it was slow.
     *
     * @param callsOrNull {@link Hub#CALLS} now
     * @param slowNow {@link Hub#SLOW} now
     */
    boolean isStill(long[] callsOrNull, long slowNow) {
        return callsOrNull != null
                && callsOrNull[0] == timedBefore
                && callsOrNull[1] == untimedBefore
                && slowNow == slow;
    }

    List<Object> key() {
        return key;
    }

    /** As the reading had it. */
    long untimed() {
        return untimed;
    }

    /** As the reading had it. */
    long shareChanges() {
        return shareChanges;
    }

    /** As the reading had it. */
    long slow() {
        return slow;
    }

    /** As the reading had it. */
    long[] inside() {
        Unpacking unpacking = new Unpacking(numbers);
        unpacking.skip(HEADER.length);
        long[] inside = new long[INSIDE_NUMBERS];
        for (int i = 0; i < INSIDE_NUMBERS; i++) {
            inside[i] = unpacking.next();
        }
        return inside;
    }

    /**
     * The part of the snapshot that {@link IntervalCounts} needs, up to its last counter that is not zero.
     *
     * @param array any; what is in it is lost
     * @return that with zeros behind, or a longer one
     */
    long[] unpack(long[] array) {
        long[] snapshot = array.length < Snapshot.COUNTS ? new long[Snapshot.COUNTS] : array;
        Arrays.fill(snapshot, 0);
        snapshot[0] = Snapshot.LAYOUT;
        snapshot[Snapshot.PERIOD] = period;
        Unpacking unpacking = new Unpacking(numbers);
        for (int at : HEADER) {
            snapshot[at] = unpacking.next();
        }
        unpacking.skip(INSIDE_NUMBERS);
        int used = Snapshot.COUNTS;
        while (unpacking.hasNext()) {
            int at = used + (int) unpacking.next();
            if (at >= snapshot.length) {
                snapshot = Arrays.copyOf(snapshot, Math.max(at + 1, 2 * snapshot.length));
            }
            snapshot[at] = unpacking.next();
            used = at + 1;
        }
        return snapshot;
    }

    /** Its memory, in bytes, without what it shares with another one. */
    long bytes(PackedSnapshot otherOrNull) {
        return OWN_BYTES + (otherOrNull != null && otherOrNull.numbers == numbers ? 0 : numbers.length + ARRAY_BYTES);
    }

    /** Room for the numbers of one snapshot after another. */
    static final class Packing {

        private byte[] bytes = new byte[64];
        private int length;

        private void add(long number) {
            if (length + Long.BYTES + 2 > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            long rest = number;
            while (rest >>> BITS != 0) {
                bytes[length++] = (byte) (rest | MORE);
                rest >>>= BITS;
            }
            bytes[length++] = (byte) rest;
        }

        private boolean isLike(byte[] numbers) {
            return Arrays.equals(bytes, 0, length, numbers, 0, numbers.length);
        }

        private byte[] bytes() {
            return Arrays.copyOf(bytes, length);
        }
    }

    private static final class Unpacking {

        private final byte[] bytes;
        private int at;

        Unpacking(byte[] bytes) {
            this.bytes = bytes;
        }

        void skip(int count) {
            for (int i = 0; i < count; i++) {
                next();
            }
        }

        boolean hasNext() {
            return at < bytes.length;
        }

        long next() {
            long number = 0;
            int shift = 0;
            byte last;
            do {
                last = bytes[at++];
                number |= (long) (last & MORE - 1) << shift;
                shift += BITS;
            } while (last < 0);
            return number;
        }
    }
}
