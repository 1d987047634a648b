package org.latencyprobes.demo.fix.jvm;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * The collections that stopped this JVM. They come from its own notifications, on a thread of the JVM. G1's pauses Remark and Cleanup are not
 * among them before JDK 20, nor is what a stop takes beyond its collection: some ms where the JVM's thread loses its CPU then.
 */
public final class GcPauses {

    /** The word in the names of beans for cycles: concurrent collectors have such beans besides those for pauses. */
    private static final String CYCLES = "Cycles";

    private static final long NOTIFICATION_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The one of this JVM. A second one would ask for collections to find the clock, and the listener of the first would have the JVM notify both
     * of them later.
     */
    public static final GcPauses OF_THIS_JVM = new GcPauses();

    private final List<GarbageCollectorMXBean> beans =
            ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                    .filter(bean -> !bean.getName().contains(CYCLES))
                    .toList();
    private final GcClock clock = GcClock.of(beans);
    private final List<CollectionPause> pauses = new ArrayList<>();
    private final long countBefore;

    private GcPauses() {
        for (GarbageCollectorMXBean bean : beans) {
            ((NotificationEmitter) bean)
                    .addNotificationListener((notification, handback) -> add(notification), null, null);
        }
        countBefore = count();
    }

    public GcClock clock() {
        return clock;
    }

    private long count() {
        return beans.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    private synchronized void add(Notification notification) {
        if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
            pauses.add(clock.pause(GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo()));
            notifyAll();
        }
    }

    /** The pauses that overlap a past time, after all notifications of them have come. */
    public synchronized List<CollectionPause> between(long fromNanos, long toNanos) {
        awaitAll(count() - countBefore);
        return pauses.stream()
                .filter(pause -> pause.overlaps(fromNanos, toNanos))
                .toList();
    }

    private void awaitAll(long expected) {
        long giveUpNanos = System.nanoTime() + NOTIFICATION_TIMEOUT_NANOS;
        try {
            while (pauses.size() < expected && System.nanoTime() - giveUpNanos < 0) {
                TimeUnit.NANOSECONDS.timedWait(this, NOTIFICATION_TIMEOUT_NANOS / 100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
