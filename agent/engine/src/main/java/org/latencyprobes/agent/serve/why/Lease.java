package org.latencyprobes.agent.serve.why;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * Work that is done after a time unless the time is renewed, or the work is no longer needed by then: what a command began and, killed, could
 * not undo. It has a thread of its own, which waits. The time is counted in steps of that thread's, so that hardly any of it passes while the
 * process is stopped. Thread-safe.
 */
public final class Lease {

    private static final long STEP_MILLIS = 1_000;

    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicLong leftMillis;
    private final long stepMillis;

    private Lease(long millis, long stepMillis) {
        leftMillis = new AtomicLong(millis);
        this.stepMillis = stepMillis;
    }

    /** Begins to wait. The work is done on the thread that waits. */
    public static Lease start(long millis, Runnable undo) {
        return start(millis, STEP_MILLIS, undo);
    }

    /** With steps of another length. */
    static Lease start(long millis, long stepMillis, Runnable undo) {
        Lease lease = new Lease(millis, stepMillis);
        DaemonThread.of("latency-probes-lease", () -> lease.await(undo)).start();
        return lease;
    }

    /** From now on it is this time that is left. */
    void renew(long millis) {
        leftMillis.set(millis);
    }

    long leftMillis() {
        return leftMillis.get();
    }

    /** The work is not needed any more. */
    public void end() {
        over.countDown();
    }

    private void await(Runnable undo) {
        for (long left = leftMillis(); left > 0; left = leftMillis()) {
            long step = Math.min(stepMillis, left);
            try {
                if (over.await(step, TimeUnit.MILLISECONDS)) {
                    return;
                }
                leftMillis.addAndGet(-step);
            } catch (InterruptedException e) {
                continue; // by the application, which interrupts all threads: what is to be undone is undone all the
                // same
            }
        }
        undo.run();
    }
}
