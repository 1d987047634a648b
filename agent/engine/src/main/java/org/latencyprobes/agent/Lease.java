package org.latencyprobes.agent;

import java.util.concurrent.TimeUnit;
import org.latencyprobes.thread.DaemonThread;

/**
 * Work that is done after a time unless it is no longer needed by then: what a command began and, killed, could not undo. It has a thread of
 * its own, which waits. Thread-safe.
 */
final class Lease implements Runnable {

    private final long endNanos;
    private final Runnable undo;
    private boolean isOver;

    private Lease(long millis, Runnable undo) {
        endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        this.undo = undo;
    }

    /** Begins to wait. The work is done on the thread that waits. */
    static Lease start(long millis, Runnable undo) {
        Lease lease = new Lease(millis, undo);
        DaemonThread.of("latency-probes-lease", lease).start();
        return lease;
    }

    /** The work is not needed any more. */
    synchronized void end() {
        isOver = true;
        notifyAll();
    }

    @Override
    public void run() {
        if (isDue()) {
            undo.run();
        }
    }

    private synchronized boolean isDue() {
        try {
            for (long left = left(); left > 0 && !isOver; left = left()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            return false; // nobody but us has a reason to interrupt this thread
        }
        return !isOver;
    }

    /** At least a millisecond as long as it is not 0, since less would be rounded to none. */
    private long left() {
        long left = endNanos - System.nanoTime();
        return left <= 0 ? 0 : Math.max(left, TimeUnit.MILLISECONDS.toNanos(1));
    }
}
