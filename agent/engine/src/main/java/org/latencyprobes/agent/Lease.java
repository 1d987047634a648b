package org.latencyprobes.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.thread.DaemonThread;

/**
 * Work that is done after a time unless it is no longer needed by then: what a command began and, killed, could not undo. It has a thread of
 * its own, which waits. Thread-safe.
 */
final class Lease {

    private final CountDownLatch over = new CountDownLatch(1);

    private Lease() {}

    /** Begins to wait. The work is done on the thread that waits. */
    static Lease start(long millis, Runnable undo) {
        Lease lease = new Lease();
        DaemonThread.of("latency-probes-lease", () -> lease.await(millis, undo)).start();
        return lease;
    }

    /** The work is not needed any more. */
    void end() {
        over.countDown();
    }

    private void await(long millis, Runnable undo) {
        try {
            if (!over.await(millis, TimeUnit.MILLISECONDS)) {
                undo.run();
            }
        } catch (InterruptedException e) {
            // nobody but us has a reason to interrupt this thread
        }
    }
}
