package org.latencyprobes.demo.fix.jvm;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The clock by which the JVM times collections: whole ms since a moment of its start. No interface tells that moment, which is neither the
 * JVM's start time nor where its uptime counts from. So some collections are requested and timed; the zero is where all of them fit.
 *
 * @param earliestZeroNanos by {@link System#nanoTime()}
 * @param latestZeroNanos the same
 */
public record GcClock(long earliestZeroNanos, long latestZeroNanos) {

    private static final int COLLECTIONS = 20;
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Finds the clock by some full collections, for a fifth of a second. If none can be requested, none are timed. */
    static GcClock of(List<GarbageCollectorMXBean> beans) {
        long nowNanos = System.nanoTime();
        GcClock clock = new GcClock(nowNanos - Long.MAX_VALUE / 2, nowNanos + Long.MAX_VALUE / 2);
        for (int i = 0; i == 0 || i < COLLECTIONS && System.nanoTime() - nowNanos < MOST_NANOS; i++) {
            clock = clock.narrowedBy(beans);
        }
        return clock;
    }

    private GcClock narrowedBy(List<GarbageCollectorMXBean> beans) {
        long beforeNanos = System.nanoTime();
        long[] counts = beans.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .toArray();
        System.gc();
        GcClock clock = this;
        for (int i = 0; i < counts.length; i++) {
            if (beans.get(i).getCollectionCount() > counts[i]) {
                clock = clock.narrowedBy(beforeNanos, beans.get(i).getLastGcInfo(), System.nanoTime());
            }
        }
        return clock;
    }

    private GcClock narrowedBy(long beforeNanos, GcInfo last, long afterNanos) {
        long earliest = beforeNanos - TimeUnit.MILLISECONDS.toNanos(last.getStartTime()) - TICK_NANOS;
        long latest = afterNanos - TimeUnit.MILLISECONDS.toNanos(last.getEndTime());
        return new GcClock(
                earliest - earliestZeroNanos > 0 ? earliest : earliestZeroNanos,
                latest - latestZeroNanos < 0 ? latest : latestZeroNanos);
    }

    /** The time of a collection, longer on each side by at most the uncertainty of the clock. */
    CollectionPause pause(GcInfo info) {
        return new CollectionPause(
                earliestZeroNanos + TimeUnit.MILLISECONDS.toNanos(info.getStartTime()),
                latestZeroNanos + TimeUnit.MILLISECONDS.toNanos(info.getEndTime()) + TICK_NANOS,
                info.getDuration());
    }

    /** The uncertainty: a pause may be longer by this on one side than it was. */
    public long uncertaintyNanos() {
        return latestZeroNanos - earliestZeroNanos + TICK_NANOS;
    }
}
