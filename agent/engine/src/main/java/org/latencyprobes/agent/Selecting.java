package org.latencyprobes.agent;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.thread.DaemonThread;

/**
 * The agent's threads for work on classes, which may take long: weaving loaded ones anew, looking through all of them. They are there while
 * there is such work and a little longer, so that the sinks never wait for it. Two, since what follows the loading of a class waits for most
 * of its time. Thread-safe.
 */
final class Selecting implements Executor, ThreadFactory {

    private static final int THREADS = 2;
    private static final long IDLE_SECONDS = 10;

    private ThreadPoolExecutor threads;
    private boolean ended;

    @Override
    public Thread newThread(Runnable work) {
        return DaemonThread.of("latency-probes-selection", work);
    }

    /** Without waiting for it; dropped once the agent leaves. May be called by a thread that loads a class. */
    @Override
    public void execute(Runnable work) {
        try {
            threads().execute(work);
        } catch (RejectedExecutionException theAgentLeaves) {
            return;
        }
    }

    private synchronized ThreadPoolExecutor threads() {
        if (ended) {
            throw new RejectedExecutionException("the agent is leaving");
        }
        if (threads == null) {
            threads = new ThreadPoolExecutor(
                    THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this);
            threads.allowCoreThreadTimeOut(true);
        }
        return threads;
    }

    /** Waits for as long as it takes: classes are not left half way. */
    <T> T call(Callable<T> work) throws ExecutionException {
        Future<T> result = threads().submit(work);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the threads; what waits is woken, what is queued is dropped. */
    void end() {
        ThreadPoolExecutor present;
        synchronized (this) {
            ended = true;
            present = threads;
        }
        if (present != null) {
            present.shutdownNow();
            awaitEnd(present);
        }
    }

    private static void awaitEnd(ThreadPoolExecutor threads) {
        try {
            if (!threads.awaitTermination(IDLE_SECONDS, TimeUnit.SECONDS)) {
                Log.say("a thread of the agent's is still busy with classes");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
