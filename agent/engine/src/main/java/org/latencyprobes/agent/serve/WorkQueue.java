package org.latencyprobes.agent.serve;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;

/** The work of one thread that other threads hand it. Unbounded and thread-safe. */
final class WorkQueue {

    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final String thread;

    /**
     * Creates a queue without work.
     *
     * @param thread name of the thread that does it
     */
    WorkQueue(String thread) {
        this.thread = thread;
    }

    void add(Runnable next) {
        work.add(next);
    }

    /** Ends the thread's present wait. Where there is work, it does not wait. */
    void wake() {
        if (work.isEmpty()) {
            work.add(() -> {});
        }
    }

    /** Waits for work; null where none has come in that time. */
    Runnable poll(long millis) throws InterruptedException {
        return work.poll(millis, TimeUnit.MILLISECONDS);
    }

    /** Has the thread do something and answer, within a time. What is not begun in it is not done later. */
    Answer call(Callable<Answer> question, long longestMillis) throws ExecutionException {
        FutureTask<Answer> task = new FutureTask<>(question);
        work.add(task);
        try {
            return task.get(longestMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Answer.failed(ExitCode.FAILED, late(leave(task), longestMillis));
        } catch (InterruptedException e) {
            leave(task);
            Thread.currentThread().interrupt();
            return Answer.failed(ExitCode.FAILED, "interrupted");
        }
    }

    /** Returns whether it was not begun. */
    private boolean leave(FutureTask<Answer> task) {
        boolean isWaiting = work.remove(task);
        task.cancel(false);
        return isWaiting;
    }

    private String late(boolean isWaiting, long longestMillis) {
        String seconds = longestMillis < 1_000 ? longestMillis + " ms" : longestMillis / 1_000 + " s";
        return isWaiting
                ? "the agent's thread \"" + thread + "\" has been busy for " + seconds
                        + " with other commands or an output that may hang; this one was not begun"
                : "the agent's thread \"" + thread + "\" has not finished this command within " + seconds
                        + "; its stack says with what it is busy";
    }
}
