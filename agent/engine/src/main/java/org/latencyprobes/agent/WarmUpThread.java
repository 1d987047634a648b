package org.latencyprobes.agent;

import org.latencyprobes.agent.link.LinkWarmUp;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * A short-lived thread of the agent's that works ahead while another loads the first class with a probe. It links call sites of no probe, so
 * that the JVM's own part of that is there when the first call comes. Then it does what was handed over to it. Whoever needs the
 * same class meanwhile waits for it. Thread-safe.
 */
final class WarmUpThread implements Runnable {

    private boolean isBegun;
    private boolean isRunning;
    private Runnable next;

    /** Begins, at the first call. Where the JVM has no thread for it, the thread that links does it all. */
    void begin() {
        if (isFirst()) {
            boolean isStarted = false;
            try {
                DaemonThread.of("latency-probes-warm-up", this).start();
                isStarted = true;
            } catch (OutOfMemoryError e) {
                return;
            } finally {
                if (!isStarted) {
                    runNext();
                }
            }
        }
    }

    private void runNext() {
        Runnable work = next();
        if (work != null) {
            work.run();
        }
    }

    private synchronized boolean isFirst() {
        boolean first = !isBegun;
        isBegun = true;
        isRunning |= first;
        return first;
    }

    /** Hands work over to the thread. Returns false where it does not run any more, or has some already. */
    synchronized boolean handOver(Runnable work) {
        boolean taken = isRunning && next == null;
        next = taken ? work : next;
        return taken;
    }

    private synchronized Runnable next() {
        isRunning = false;
        return next;
    }

    @Override
    public void run() {
        try {
            LinkWarmUp.run();
        } catch (RuntimeException | LinkageError e) {
            return; // who links for the application will say so
        } finally {
            runNext();
        }
    }
}
