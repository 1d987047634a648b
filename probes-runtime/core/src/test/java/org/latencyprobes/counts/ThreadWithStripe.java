package org.latencyprobes.counts;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A thread that owns a lane. A new thread need not own one: its entry in the table of lanes may be another's, by the chance of their ids.
 * All lanes may be taken, by threads that have ended.
 */
public final class ThreadWithLane {

    private static final int MOST_TRIES = 100;

    private ThreadWithLane() {}

    /** What a test does on that thread. */
    public interface Task {

        /** May throw what an assertion does. */
        void run() throws Exception;
    }

    /** Runs a task on such a thread, and returns the thread, which has ended. */
    public static Thread run(Task task) throws InterruptedException, ExecutionException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            OwnedLanes.releaseEnded();
            FutureTask<Boolean> onThread = new FutureTask<>(ifItHasLane(task));
            Thread thread = new Thread(onThread);
            thread.start();
            thread.join();
            if (onThread.get()) {
                return thread;
            }
        }
        throw new AssertionError("of " + MOST_TRIES + " threads none owns a lane");
    }

    private static Callable<Boolean> ifItHasLane(Task task) {
        return () -> {
            boolean hasLane = OwnedLanes.ofCurrent() != null;
            if (hasLane) {
                task.run();
            }
            return hasLane;
        };
    }
}
