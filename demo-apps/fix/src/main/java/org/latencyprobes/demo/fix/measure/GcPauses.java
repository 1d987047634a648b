package org.latencyprobes.demo.fix.measure;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * The collections that stopped this JVM, from its own notifications. Their times are whole ms since its start, so that each is taken to
 * have lasted a ms longer on either side. Notifications come on a thread of the JVM's.
 */
final class GcPauses {

    private static final long MARGIN_NANOS = 1_000_000;

    /** The phases of concurrent collectors that stop nobody have beans too. */
    private static final List<String> CONCURRENT = List.of("Concurrent", "Cycles");

    private final List<Pause> pauses = new ArrayList<>();
    private final long jvmStartNanos;

    /**
     * A collection.
     *
     * @param startNanos by {@link System#nanoTime()}, margin included
     * @param endNanos the same
     * @param millis how long it took, by the JVM
     */
    record Pause(long startNanos, long endNanos, double millis) {

        boolean overlaps(long fromNanos, long toNanos) {
            return fromNanos - endNanos < 0 && startNanos - toNanos < 0;
        }
    }

    GcPauses() {
        long uptimeMillis = ManagementFactory.getRuntimeMXBean().getUptime();
        jvmStartNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(uptimeMillis);
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (CONCURRENT.stream().noneMatch(bean.getName()::contains)
                    && bean instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener((notification, handback) -> add(notification), null, null);
            }
        }
    }

    private synchronized void add(Notification notification) {
        if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
            var info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo();
            pauses.add(new Pause(
                    jvmStartNanos + TimeUnit.MILLISECONDS.toNanos(info.getStartTime()) - MARGIN_NANOS,
                    jvmStartNanos + TimeUnit.MILLISECONDS.toNanos(info.getEndTime()) + MARGIN_NANOS,
                    info.getDuration()));
        }
    }

    /** Those that overlap a time. */
    synchronized List<Pause> between(long fromNanos, long toNanos) {
        return pauses.stream()
                .filter(pause -> pause.overlaps(fromNanos, toNanos))
                .toList();
    }
}
