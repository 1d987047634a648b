package org.latencyprobes.agent.stall;

/**
 * The sleeps that were too long and are not yet explained, with what the system said of each. The time between two sleeps, where that was
 * too long, is here as the end of a sleep. Mutable, for one thread; allocates nothing.
 */
final class LongSleeps {

    private static final int CAPACITY = 64;

    private final long[] starts = new long[CAPACITY];
    private final long[] ends = new long[CAPACITY];
    private final long[] periods = new long[CAPACITY];
    private final SystemWait[] waits = new SystemWait[CAPACITY];
    private int count;

    LongSleeps() {
        for (int i = 0; i < CAPACITY; i++) {
            waits[i] = new SystemWait();
        }
    }

    /** There must be room. The thread was awake in what was too long of it, or asleep. */
    void add(long periodNanos, long startNanos, long endNanos, boolean isAwake) {
        periods[count] = periodNanos;
        starts[count] = startNanos;
        ends[count] = endNanos;
        waits[count].isAwake = isAwake;
        count++;
    }

    /**
     * The wait of the last one has been read, after its end. If the thread was away meanwhile, the last one goes on until the reading, less
     * what the thread ran.
     *
     * @return since when the thread's waits are not read: since the reading, or since the end but for what the thread ran
     */
    long readAfter(long endNanos) {
        SystemWait wait = lastWait();
        long gapNanos = wait.readNanos - endNanos;
        long ranNanos = Math.max(0, Math.min(gapNanos, wait.ranNanos));
        if (wait.extraRuns <= 0 || gapNanos - ranNanos < StallFinder.SHORTEST_NANOS) {
            return endNanos + ranNanos;
        }
        ends[count - 1] = wait.readNanos - (wait.isAwake ? 0 : ranNanos);
        return wait.readNanos;
    }

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == CAPACITY;
    }

    long startNanos(int index) {
        return starts[index];
    }

    /** When the sleep should have ended. */
    long dueNanos(int index) {
        return starts[index] + periods[index];
    }

    /** Less what a thread that was awake ran itself: that is no stall, wherever it was. */
    long endNanos(int index) {
        return ends[index] - (waits[index].isAwake ? Math.max(0, waits[index].ranNanos) : 0);
    }

    long nanos(int index) {
        return ends[index] - starts[index];
    }

    SystemWait wait(int index) {
        return waits[index];
    }

    /** There must be one. */
    SystemWait lastWait() {
        return waits[count - 1];
    }
}
