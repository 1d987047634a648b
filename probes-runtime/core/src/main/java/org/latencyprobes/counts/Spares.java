package org.latencyprobes.counts;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A stock of arrays of counters made in advance, so that counters can grow without allocating on the thread that records: octaves, and the
 * windows that lanes have for themselves.
 *
 * <p>{@link #take} and {@link #give} are lock-free and allocate nothing. {@link #refill} allocates; it is called by whoever
 * registers, links or reads, never by {@code record}. It stops at the {@link Memory} cap; with windows, which save time and not
 * samples, at half of it.
 */
final class Spares {

    static final Spares OCTAVES = new Spares(192, Layout.OCTAVE_LENGTH, 4);
    static final Spares WINDOWS = new Spares(8, Windows.LENGTH, 2);

    private final AtomicReferenceArray<long[]> spares;
    private final int length;
    private final int quartersOfCap;

    private Spares(int kept, int length, int quartersOfCap) {
        this.spares = new AtomicReferenceArray<>(kept);
        this.length = length;
        this.quartersOfCap = quartersOfCap;
    }

    /** The memory of one array, in bytes. */
    long bytes() {
        return 16 + 8L * length;
    }

    /** The number of arrays in a full stock. */
    int kept() {
        return spares.length();
    }

    /** A zeroed array, or null when none is left. */
    long[] take() {
        for (int i = 0; i < spares.length(); i++) {
            if (spares.getPlain(i) != null) {
                long[] spare = spares.getAndSet(i, null);
                if (spare != null) {
                    return spare;
                }
            }
        }
        return null;
    }

    /** Puts back an array that lost the race to be installed; still zeroed. */
    void give(long[] spare) {
        for (int i = 0; i < spares.length(); i++) {
            if (spares.getPlain(i) == null && spares.compareAndSet(i, null, spare)) {
                return;
            }
        }
        Memory.release(bytes());
    }

    void refill() {
        for (int i = 0; i < spares.length(); i++) {
            if (spares.getPlain(i) == null) {
                if (!Memory.take(bytes(), quartersOfCap)) {
                    return;
                }
                give(new long[length]);
            }
        }
    }
}
