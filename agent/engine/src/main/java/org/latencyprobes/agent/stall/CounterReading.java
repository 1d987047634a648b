package org.latencyprobes.agent.stall;

/** The JVM's counters of safepoints and collections at one moment; times in ns, moments as {@link System#nanoTime()} counts. Mutable. */
final class CounterReading {

    long safepoints;
    long safepointNanos;
    long reachNanos;

    /** Between safepoints, until the begin of the last one. */
    long applicationNanos;

    /** For each collector. Start and end of the last pause are 0 where they are not known. */
    final long[] pauses;

    final long[] pauseNanos;
    final long[] lastStartNanos;
    final long[] lastEndNanos;

    CounterReading(int collectors) {
        pauses = new long[collectors];
        pauseNanos = new long[collectors];
        lastStartNanos = new long[collectors];
        lastEndNanos = new long[collectors];
    }

    int collectors() {
        return pauses.length;
    }

    void copyFrom(CounterReading other) {
        safepoints = other.safepoints;
        safepointNanos = other.safepointNanos;
        reachNanos = other.reachNanos;
        applicationNanos = other.applicationNanos;
        System.arraycopy(other.pauses, 0, pauses, 0, pauses.length);
        System.arraycopy(other.pauseNanos, 0, pauseNanos, 0, pauses.length);
        System.arraycopy(other.lastStartNanos, 0, lastStartNanos, 0, pauses.length);
        System.arraycopy(other.lastEndNanos, 0, lastEndNanos, 0, pauses.length);
    }

    /** What safepoints and collections took since an earlier reading; a collection is in a safepoint, so it is not added twice. */
    long stoppedNanosSince(CounterReading earlier) {
        return Math.max(
                safepointNanos + reachNanos - earlier.safepointNanos - earlier.reachNanos, pauseNanosSince(earlier));
    }

    /** What collectors have counted since an earlier reading: twice what two of them count both. */
    long pauseNanosSince(CounterReading earlier) {
        long sum = 0;
        for (int i = 0; i < pauses.length; i++) {
            sum += pauseNanos[i] - earlier.pauseNanos[i];
        }
        return sum;
    }
}
