package org.latencyprobes.exporters;

import io.micrometer.core.instrument.push.PushRegistryConfig;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The schedule of a backend's publishes, one in each step. Those that have passed while one took long, or the JVM was stopped, are left out:
 * by Micrometer's own schedule they would all come at once. It has one thread, which does nothing else.
 */
final class PublishSchedule {

    /** The part of a step over which the publishes of a fleet are spread, as Micrometer has it. */
    private static final double SPREAD = 0.8;

    private final Runnable publish;
    private final long stepMillis;
    private final long offsetMillis;
    private final ScheduledThreadPoolExecutor thread;

    /** Begins, unless the configuration has it off. */
    PublishSchedule(PushRegistryConfig config, Runnable publish) {
        this.publish = publish;
        stepMillis = config.step().toMillis();
        offsetMillis = (long) (stepMillis * SPREAD * ThreadLocalRandom.current().nextDouble());
        thread = new ScheduledThreadPoolExecutor(1, PublishSchedule::thread);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        if (config.enabled()) {
            schedule();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = DaemonThread.of("latency-probes-publish", work);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader()); // the backend's
        return thread;
    }

    private void schedule() {
        long sinceMillis = Math.floorMod(System.currentTimeMillis() - offsetMillis, stepMillis);
        thread.schedule(this::step, stepMillis - sinceMillis, TimeUnit.MILLISECONDS);
    }

    private void step() {
        try {
            publish.run();
        } finally {
            if (!thread.isShutdown()) {
                schedule();
            }
        }
    }

    /** Ends it, and waits for the publish that is under way; interrupted, it does not wait any more. */
    void end(long longestSeconds) {
        thread.shutdown();
        try {
            thread.awaitTermination(longestSeconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
