package org.latencyprobes.agent.base;

import java.util.concurrent.TimeUnit;

/** The end of a thread of the agent's, which another one waits for. */
public final class ThreadEnd {

    private ThreadEnd() {}

    /**
     * Waits for it. An interrupt is the application's, which interrupts all threads: it ends no wait, and stays set.
     *
     * @param thread that is to end
     * @param nanos the longest wait
     * @return whether it has ended
     */
    public static boolean await(Thread thread, long nanos) {
        long endNanos = System.nanoTime() + nanos;
        boolean interrupted = false;
        for (long rest = nanos; rest > 0 && thread.isAlive(); rest = endNanos - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, rest);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
