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

    /**
     * Has the thread do something and answer. What is not begun in time is not done later.
     *
     * @param beginMillis how long it may not be begun
     * @param workMillis how long it may take after that time: a thread that works may lack a CPU, and what was asked once may be lost
     */
    Answer call(Callable<Answer> question, long beginMillis, long workMillis) throws ExecutionException {
        FutureTask<Answer> task = new FutureTask<>(question);
        work.add(task);
        try {
            return answer(task, beginMillis, workMillis);
        } catch (TimeoutException e) {
            task.cancel(false);
            return failed(" has not finished this command within " + text(workMillis)
                    + "; its stack says with what it is busy");
        } catch (InterruptedException e) {
            work.remove(task);
            task.cancel(false);
            Thread.currentThread().interrupt();
            return Answer.failed(ExitCode.FAILED, "interrupted");
        }
    }

    private Answer answer(FutureTask<Answer> task, long beginMillis, long workMillis)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            return task.get(beginMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return work.remove(task)
                    ? failed(" has been busy for " + text(beginMillis)
                            + " with other commands or an output that may hang; this one was not begun")
                    : task.get(workMillis, TimeUnit.MILLISECONDS);
        }
    }

    private Answer failed(String why) {
        return Answer.failed(ExitCode.FAILED, "the agent's thread \"" + thread + "\"" + why);
    }

    private static String text(long millis) {
        return millis < 1_000 ? millis + " ms" : millis / 1_000 + " s";
    }
}
