package org.latencyprobes.agent.scheduler;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.OpenFiles;

/**
 * A watch over the scheduler of virtual threads, which JDK 24 and later show: ten times a second it samples how many threads wait in its
 * queue for a carrier. To be made once virtual threads have called probes, since it loads classes of {@code java.management}.
 *
 * <p>For one thread. A sample allocates nothing here.
 */
public final class SchedulerWatch {

    /** The first JDK that shows it. */
    public static final int FIRST_JAVA = 24;

    /** A little less than the turns of the thread that samples. */
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(90);

    private static final String BEAN = "jdk.management.VirtualThreadSchedulerMXBean";

    private final QueueCounts counts = new QueueCounts();
    private final MethodHandle queued;
    private boolean isBroken;
    private long nextNanos = System.nanoTime();

    /** Opens it, where this JVM has it. */
    public SchedulerWatch() {
        queued = queuedOrNull();
    }

    /** Null also where a module is missing. */
    private static MethodHandle queuedOrNull() {
        try {
            Class<?> type = Class.forName(BEAN, false, ClassLoader.getPlatformClassLoader());
            OpenFiles.requireFreeForBeans();
            Object bean = ManagementFactory.getPlatformMXBean(type.asSubclass(PlatformManagedObject.class));
            return bean == null
                    ? null
                    : MethodHandles.publicLookup()
                            .findVirtual(type, "getQueuedVirtualThreadCount", MethodType.methodType(long.class))
                            .bindTo(bean);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException notInThisJvm) {
            return null;
        }
    }

    /** Takes a sample, if it is time. To be called often. */
    public void tend() {
        if (queued == null || isBroken || System.nanoTime() - nextNanos < 0) {
            return;
        }
        nextNanos = System.nanoTime() + PERIOD_NANOS;
        try {
            counts.add((long) queued.invokeExact());
        } catch (Throwable unlikely) { // of a bean of the JDK; handles declare Throwable
            isBroken = true;
        }
    }

    /**
     * What was sampled so far.
     *
     * @return a copy; null where this JVM does not show it
     */
    public QueueCounts counts() {
        return queued == null ? null : counts.minus(null);
    }
}
