package org.latencyprobes.internal.counts;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntConsumer;

/**
 * A few counters for samples whose bucket could not be had at that moment.
 *
 * <p>Each slot is taken once, for good, by one counter index; what is in it stays and is added to the snapshot. So nothing
 * ever moves and every read is monotonic. A slot holds {@code index + 1} in its upper 16 bits and the count below. Lock-free,
 * allocates nothing.
 */
final class Overflow {

    static final int SLOTS = 32;

    private static final int COUNT_BITS = 48;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

    /** Counts one sample; false when all slots belong to other indexes. */
    boolean add(int index) {
        for (int i = 0; i < SLOTS; i++) {
            int at = index + i & SLOTS - 1;
            long key = (long) (index + 1) << COUNT_BITS;
            if (slots.get(at) == 0 && slots.compareAndSet(at, 0, key | 1)) {
                return true;
            }
            if ((slots.get(at) & ~COUNT_MASK) == key) {
                slots.incrementAndGet(at);
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        for (int i = 0; i < SLOTS; i++) {
            if (slots.get(i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Adds what has overflowed to the counters of a snapshot; what it has no room for is left to the next, roomier one. */
    void addTo(long[] snapshot, int offset) {
        for (int i = 0; i < SLOTS; i++) {
            long slot = slots.get(i);
            int index = (int) (slot >>> COUNT_BITS) - 1;
            if (slot != 0 && offset + index < snapshot.length) {
                snapshot[offset + index] += slot & COUNT_MASK;
            }
        }
    }

    /** How many samples there are. */
    long sum() {
        long sum = 0;
        for (int i = 0; i < SLOTS; i++) {
            sum += slots.get(i) & COUNT_MASK;
        }
        return sum;
    }

    /** Gives each index that has overflowed to an action. */
    void forEachIndex(IntConsumer action) {
        for (int i = 0; i < SLOTS; i++) {
            long slot = slots.get(i);
            if (slot != 0) {
                action.accept((int) (slot >>> COUNT_BITS) - 1);
            }
        }
    }
}
