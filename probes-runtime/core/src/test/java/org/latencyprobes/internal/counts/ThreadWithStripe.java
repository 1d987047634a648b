package org.latencyprobes.internal.counts;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A thread that owns a stripe. A new thread need not own one: its entry in the table of stripes may be another's, by the chance of their ids.
 * All stripes may be taken, by threads that have ended.
 */
public final class ThreadWithStripe {

    private static final int MOST_TRIES = 100;

    private ThreadWithStripe() {}

    /** What a test does on that thread. */
    public interface Task {

        /** May throw what an assertion does. */
        void run() throws Exception;
    }

    /** Runs a task on such a thread, and returns the thread, which has ended. */
    public static Thread run(Task task) throws InterruptedException, ExecutionException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            OwnedStripes.releaseEnded();
            FutureTask<Boolean> onThread = new FutureTask<>(ifItHasStripe(task));
            Thread thread = new Thread(onThread);
            thread.start();
            thread.join();
            if (onThread.get()) {
                return thread;
            }
        }
        throw new AssertionError("of " + MOST_TRIES + " threads none owns a stripe");
    }

    private static Callable<Boolean> ifItHasStripe(Task task) {
        return () -> {
            boolean hasStripe = OwnedStripes.ofCurrent() != null;
            if (hasStripe) {
                task.run();
            }
            return hasStripe;
        };
    }
}
