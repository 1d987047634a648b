package org.latencyprobes.demo.date.experiment;

import java.util.concurrent.Semaphore;
import org.latencyprobes.demo.common.TcpServer;

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

    private HandoffDriver(Runnable call) {
        thread = new Thread(() -> serve(call), "date-calls");
        thread.setDaemon(true);
    }

    /** Starts the thread that makes the calls. */
    static HandoffDriver start(Runnable call) {
        HandoffDriver driver = new HandoffDriver(call);
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
        TcpServer.join(thread);
    }

    private void serve(Runnable call) {
        try {
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
