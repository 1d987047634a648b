package org.latencyprobes.agent.stall;

/** The pauses of all collectors between two readings: in order, those that overlap merged. Mutable, for one thread; allocates nothing. */
final class Pauses {

    /** What a safepoint may take after its collections and be theirs: an eighth of them, or so long. */
    private static final long MOST_AFTER_NANOS = 500_000;

    private static final int MOST_AFTER_PART = 8;

    private final long[] starts;
    private final long[] ends;
    private int count;

    /** Two at most of each collector: the last one, and those before it together. */
    Pauses(int collectors) {
        starts = new long[2 * collectors];
        ends = new long[2 * collectors];
    }

    /** Where no bounds are known, all pauses together end with the window. */
    void read(CounterReading before, CounterReading after, long windowStartNanos, long windowEndNanos) {
        count = 0;
        for (int i = 0; i < after.collectors(); i++) {
            long nanos = after.pauseNanos[i] - before.pauseNanos[i];
            if (after.lastEndNanos[i] == 0) {
                insert(Math.max(windowStartNanos, windowEndNanos - nanos), nanos > 0 ? windowEndNanos : 0);
            } else if (after.lastEndNanos[i] != before.lastEndNanos[i]) {
                readBounds(before, after, i, nanos);
            }
        }
        merge();
    }

    private void readBounds(CounterReading before, CounterReading after, int collector, long nanos) {
        long start = after.lastStartNanos[collector];
        long end = after.lastEndNanos[collector];
        insert(start, end);
        if (after.pauses[collector] - before.pauses[collector] > 1) {
            insert(start - (nanos - (end - start)), start);
        }
    }

    /** What the safepoint that they are in did after them, such as to dump the heap; 0 where that is hardly anything. */
    long laterNanos(long safepointNanos, long endNanos) {
        if (count == 0) {
            return 0;
        }
        long nanos = Math.min(safepointNanos - totalNanos(), endNanos - endNanos());
        return nanos > Math.max(MOST_AFTER_NANOS, totalNanos() / MOST_AFTER_PART) ? nanos : 0;
    }

    /**
     * All are in one safepoint of this length: what of it is before, between and after their bounds is the collections' too.
     *
     * @param endNanos it ended no later
     */
    void extend(long safepointNanos, long endNanos) {
        long besidesNanos = safepointNanos - totalNanos();
        if (count > 0 && besidesNanos > 0) {
            long end = ends[count - 1] + Math.min(besidesNanos, Math.max(0, endNanos - ends[count - 1]));
            starts[0] = Math.min(starts[0], end - safepointNanos);
            ends[0] = end;
            count = 1;
        }
    }

    private void insert(long start, long end) {
        if (end <= start) {
            return;
        }
        int at = count++;
        while (at > 0 && starts[at - 1] > start) {
            starts[at] = starts[at - 1];
            ends[at] = ends[at - 1];
            at--;
        }
        starts[at] = start;
        ends[at] = end;
    }

    private void merge() {
        int merged = 0;
        for (int i = 1; i < count; i++) {
            if (starts[i] <= ends[merged]) {
                ends[merged] = Math.max(ends[merged], ends[i]);
            } else {
                merged++;
                starts[merged] = starts[i];
                ends[merged] = ends[i];
            }
        }
        count = count == 0 ? 0 : merged + 1;
    }

    int count() {
        return count;
    }

    boolean isEmpty() {
        return count == 0;
    }

    long startNanos(int index) {
        return starts[index];
    }

    long endNanos(int index) {
        return ends[index];
    }

    /** The start of the first one; there must be one. */
    long startNanos() {
        return starts[0];
    }

    /** The end of the last one; there must be one. */
    long endNanos() {
        return ends[count - 1];
    }

    long totalNanos() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += ends[i] - starts[i];
        }
        return sum;
    }
}
