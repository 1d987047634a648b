package org.latencyprobes.cli.jvm;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls of the Attach API on a thread of their own: a JVM may hang, and some of these calls then never return. */
final class Patience {

    private Patience() {}

    /** Starts it; nobody has to wait for it. */
    static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "attaching");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Waits for it; what it throws is the cause of the exception. */
    static <T> T await(FutureTask<T> task, Duration longest) throws ExecutionException, TimeoutException {
        try {
            return task.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TimeoutException("interrupted");
        }
    }
}
