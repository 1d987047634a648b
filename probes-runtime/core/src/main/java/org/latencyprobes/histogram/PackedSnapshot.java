package org.latencyprobes.histogram;

import java.util.Arrays;
import java.util.List;
import org.latencyprobes.counts.Snapshot;

/**
 * A snapshot as a reader keeps it, to subtract it from a later one: the numbers that are not zero, in one to nine bytes each.
 *
 * <p>The numbers are those of the header that {@link IntervalCounts} subtracts. Two follow for each counter that is not zero: how many
 * counters before it are zero, and its count. Each number has seven bits to a byte, lowest first; the top bit says that more follow.
 * Immutable.
 */
final class PackedSnapshot {

    private static final int[] HEADER = {Snapshot.CLAMPED_LOW, Snapshot.CLAMPED_HIGH, Snapshot.UNPLACED};
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    /** The memory of the object, with two references and a number, and of the map's entry that leads here. */
    private static final int OWN_BYTES = 32 + 40;

    private static final int ARRAY_BYTES = 16 + 7;

    private final List<Object> key;
    private final long period;
    private final byte[] numbers;

    private PackedSnapshot(List<Object> key, long period, byte[] numbers) {
        this.key = key;
        this.period = period;
        this.numbers = numbers;
    }

    /**
     * Packs a snapshot.
     *
     * @param key the identity of its probe and outcome
     * @param formerOrNull the snapshot before, which this one shares with what has not changed
     */
    static PackedSnapshot of(List<Object> key, long[] snapshot, PackedSnapshot formerOrNull) {
        Packing packing = new Packing();
        for (int at : HEADER) {
            packing.add(snapshot[at]);
        }
        int zeros = 0;
        for (int at = Snapshot.COUNTS; at < snapshot.length; at++) {
            if (snapshot[at] == 0) {
                zeros++;
            } else {
                packing.add(zeros);
                packing.add(snapshot[at]);
                zeros = 0;
            }
        }
        byte[] numbers = packing.bytes();
        long period = snapshot[Snapshot.PERIOD];
        if (formerOrNull == null) {
            return new PackedSnapshot(key, period, numbers);
        }
        boolean same = Arrays.equals(numbers, formerOrNull.numbers);
        return new PackedSnapshot(formerOrNull.key, period, same ? formerOrNull.numbers : numbers);
    }

    List<Object> key() {
        return key;
    }

    /** The part of the snapshot that {@link IntervalCounts} needs, up to its last counter that is not zero. */
    long[] unpack() {
        long[] snapshot = new long[Snapshot.COUNTS];
        snapshot[0] = Snapshot.LAYOUT;
        snapshot[Snapshot.PERIOD] = period;
        Unpacking unpacking = new Unpacking(numbers);
        for (int at : HEADER) {
            snapshot[at] = unpacking.next();
        }
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

    private static final class Packing {

        private byte[] bytes = new byte[64];
        private int length;

        void add(long number) {
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

        byte[] bytes() {
            return Arrays.copyOf(bytes, length);
        }
    }

    private static final class Unpacking {

        private final byte[] bytes;
        private int at;

        Unpacking(byte[] bytes) {
            this.bytes = bytes;
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
