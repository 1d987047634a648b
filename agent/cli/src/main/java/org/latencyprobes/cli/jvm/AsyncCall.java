package org.latencyprobes.cli.jvm;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.internal.thread.DaemonThread;

/** A call on a thread of its own, since it may never return: of the Attach API where the JVM hangs, of what reads a file of others. */
final class AsyncCall {

    private AsyncCall() {}

    /** Starts a call. The caller need not wait for it. */
    static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        DaemonThread.of("attach", task).start();
        return task;
    }

    /** Waits for a call. An exception of the call is the cause of the {@link ExecutionException}. */
    static <T> T await(FutureTask<T> task, Duration timeout) throws ExecutionException, TimeoutException {
        try {
            return task.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TimeoutException("interrupted");
        }
    }
}
