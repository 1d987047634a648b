package org.latencyprobes.agent.serve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.ProgressTimeout;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The agent's threads for work on classes, which may take long: weaving loaded classes again, searching all of them. They exist while there
 * is such work and a little longer, so that outputs never wait for it. There are two, since the work that follows the loading of a class
 * mostly waits.
 *
 * <p>Threads that load classes hand over work, so only a monitor is used. Other agents change the JDK's executors, queues and locks, and
 * may be in the middle of linking what they put there. Thread-safe.
 */
public class SelectionThreads implements Executor, Runnable {

    private static final int THREADS = 2;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** The JVM itself prints a warning whenever it has no thread. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Queue<Runnable> queue = new ArrayDeque<>();
    private final List<Thread> threads = new ArrayList<>();
    private long failedNanos = System.nanoTime() - RETRY_NANOS;
    private int idle;
    private boolean ended;

    /** A thread that is not started. */
    Thread newThread() {
        return DaemonThread.of("latency-probes-selection", this);
    }

    /**
     * Without waiting for it; dropped once the agent leaves. May be called by a thread that loads a class. Where the JVM has no thread for it,
     * it waits for {@link #retry} or the next work.
     */
    @Override
    public void execute(Runnable work) {
        add(work);
        retry();
    }

    /** The same, but where the JVM has no thread for it, it is not done, and this returns false. */
    public boolean handOver(Runnable work) {
        add(work);
        resume();
        return !takeBack(work);
    }

    private synchronized boolean takeBack(Runnable work) {
        return threads.isEmpty() && queue.remove(work);
    }

    private synchronized void add(Runnable work) {
        if (!ended) {
            queue.add(work);
        }
    }

    /** Goes on with work that waits, if there is any and the JVM had no thread for it; once a second at most. */
    void retry() {
        start(fresh(false));
    }

    /** The same at once. Returns why the JVM still has none, or null. */
    Error resume() {
        return start(fresh(true));
    }

    private Error start(Thread fresh) {
        try {
            if (fresh != null) {
                fresh.start();
            }
            return null;
        } catch (OutOfMemoryError | StackOverflowError e) {
            failed(fresh);
            return e;
        }
    }

    private synchronized void failed(Thread thread) {
        forget(thread);
        failedNanos = System.nanoTime();
    }

    private synchronized void forget(Thread thread) {
        threads.remove(thread);
    }

    /** A thread to start, where those that are there do not suffice. */
    private synchronized Thread fresh(boolean evenSoon) {
        if (queue.isEmpty()) {
            return null;
        }
        boolean due = evenSoon || System.nanoTime() - failedNanos >= RETRY_NANOS;
        if (queue.size() <= idle || threads.size() == THREADS || !due) {
            notify();
            return null;
        }
        Thread fresh = newThread();
        threads.add(fresh);
        return fresh;
    }

    /** What each of the threads does. */
    @Override
    public void run() {
        try {
            for (Runnable work = next(); work != null; work = next()) {
                try {
                    work.run();
                } catch (RuntimeException | Error e) {
                    Log.say("unexpected: " + Log.describe(e));
                }
            }
        } finally {
            forget(Thread.currentThread());
            resume(); // what is left, if this one ends for an error
        }
    }

    /** Null to end the thread that asks. */
    private synchronized Runnable next() {
        long endNanos = System.nanoTime() + IDLE_NANOS;
        while (queue.isEmpty() && !ended && await(endNanos - System.nanoTime())) {
            continue;
        }
        if (queue.isEmpty()) {
            threads.remove(Thread.currentThread());
        }
        return queue.poll();
    }

    /** On one of these threads: waits for a second, or until there is other work. */
    public synchronized void pause() {
        if (queue.isEmpty() && !ended) {
            await(RETRY_NANOS);
        }
    }

    /** Returns whether there was time left. */
    private boolean await(long nanos) {
        idle++;
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
            return nanos > 0;
        } catch (InterruptedException e) {
            return true; // whoever ends us says so
        } finally {
            idle--;
        }
    }

    /**
     * Waits for as long as it takes: classes are not left half way. Not for threads that load classes. Where the JVM has no thread for it, it
     * is not done, and the error is the cause.
     */
    public <T> T call(Callable<T> work) throws ExecutionException {
        FutureTask<T> result = new FutureTask<>(work);
        synchronized (this) {
            if (ended) {
                throw new RejectedExecutionException("the agent is leaving");
            }
            add(result);
            Error none = resume();
            if (takeBack(result)) {
                throw new ExecutionException("the JVM has no thread for it", none);
            }
        }
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (CancellationException e) {
                    throw new RejectedExecutionException("the agent is leaving", e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the threads; what waits is woken, what is queued is dropped. */
    public void end() {
        for (Thread thread : beginToEnd()) {
            awaitEnd(thread);
        }
    }

    private synchronized List<Thread> beginToEnd() {
        ended = true;
        for (Runnable dropped : queue) {
            if (dropped instanceof Future<?> awaited) {
                awaited.cancel(false);
            }
        }
        queue.clear();
        notifyAll();
        threads.forEach(Thread::interrupt);
        return new ArrayList<>(threads);
    }

    private static void awaitEnd(Thread thread) {
        if (!ProgressTimeout.await(thread, IDLE_NANOS)) {
            Log.say("a thread of the agent's is still busy with classes");
        }
    }
}
