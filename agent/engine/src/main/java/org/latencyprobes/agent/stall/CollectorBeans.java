package org.latencyprobes.agent.stall;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import org.latencyprobes.agent.base.OpenFiles;

/**
 * The counters of the collectors' MXBeans, for JVMs whose performance counters can't be read: whole ms, no bounds, no safepoints. Beans
 * of what runs beside the application are left out.
 */
final class CollectorBeans implements JvmCounters {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final GarbageCollectorMXBean[] beans;

    private CollectorBeans(GarbageCollectorMXBean[] beans) {
        this.beans = beans;
    }

    /** Null where the JVM has none, as in an image without {@code java.management}. */
    static CollectorBeans open() {
        try {
            OpenFiles.requireFreeForBeans();
            GarbageCollectorMXBean[] beans = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .filter(bean -> !bean.getName().matches(".*(Cycles|Concurrent).*"))
                    .toArray(GarbageCollectorMXBean[]::new);
            return beans.length == 0 ? null : new CollectorBeans(beans);
        } catch (LinkageError | RuntimeException noManagement) {
            return null;
        }
    }

    @Override
    public int collectors() {
        return beans.length;
    }

    @Override
    public boolean hasSafepoints() {
        return false;
    }

    @Override
    public void read(CounterReading into) {
        for (int i = 0; i < beans.length; i++) {
            into.pauses[i] = beans[i].getCollectionCount();
            into.pauseNanos[i] = beans[i].getCollectionTime() * NANOS_PER_MILLI;
        }
    }
}
