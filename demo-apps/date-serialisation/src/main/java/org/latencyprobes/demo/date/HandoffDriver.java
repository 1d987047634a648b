package org.latencyprobes.demo.date;

import java.util.concurrent.Semaphore;
import net.openhft.affinity.Affinity;

/**
 * A driver that wakes another thread for each call, and sleeps until the call is done: what a server with blocking sockets does, without the
 * sockets.
 */
final class HandoffDriver implements Driver {

    private final Semaphore due = new Semaphore(0);
    private final Semaphore done = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;
    private volatile Throwable failure;

    private HandoffDriver(Runnable call, int cpu) {
        thread = new Thread(() -> serve(call, cpu), "date-calls");
        thread.setDaemon(true);
    }

    /** Starts the thread that makes the calls. */
    static HandoffDriver start(Runnable call, int cpu) {
        HandoffDriver driver = new HandoffDriver(call, cpu);
        driver.thread.start();
        return driver;
    }

    @Override
    public long call(long startNanos) {
        due.release();
        done.acquireUninterruptibly();
        if (failure != null) {
            throw new IllegalStateException("the call failed", failure);
        }
        return startNanos;
    }

    @Override
    public void close() {
        closed = true;
        due.release();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(Runnable call, int cpu) {
        try {
            if (cpu != ExperimentSettings.NOT_PINNED) {
                Affinity.setAffinity(cpu);
            }
            for (due.acquireUninterruptibly(); !closed; due.acquireUninterruptibly()) {
                call.run();
                done.release();
            }
        } catch (RuntimeException | Error e) {
            failure = e;
            done.release(Short.MAX_VALUE);
        }
    }
}
