package org.latencyprobes.counts;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Octaves made in advance, so that counters can grow without allocating on the thread that records.
 *
 * <p>{@link #take} and {@link #give} are lock-free and allocate nothing. {@link #refill} allocates; it is called by whoever
 * registers, links or reads, never by {@code record}, and stops at the {@link Memory} cap.
 */
final class Spares {

    static final int KEPT = 128;

    private static final AtomicReferenceArray<long[]> SPARES = new AtomicReferenceArray<>(KEPT);

    private Spares() {}

    /** A zeroed octave, or null when none is left. */
    static long[] take() {
        for (int i = 0; i < KEPT; i++) {
            if (SPARES.getPlain(i) != null) {
                long[] spare = SPARES.getAndSet(i, null);
                if (spare != null) {
                    return spare;
                }
            }
        }
        return null;
    }

    /** Puts back an octave that lost the race to be installed; still zeroed. */
    static void give(long[] octave) {
        for (int i = 0; i < KEPT; i++) {
            if (SPARES.getPlain(i) == null && SPARES.compareAndSet(i, null, octave)) {
                return;
            }
        }
        Memory.release(Memory.OCTAVE_BYTES);
    }

    static void refill() {
        for (int i = 0; i < KEPT; i++) {
            if (SPARES.getPlain(i) == null) {
                if (!Memory.grow(Memory.OCTAVE_BYTES)) {
                    return;
                }
                give(new long[Layout.OCTAVE_LENGTH]);
            }
        }
    }
}
