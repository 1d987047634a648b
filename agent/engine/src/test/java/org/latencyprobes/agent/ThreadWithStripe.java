package org.latencyprobes.agent;

import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.latencyprobes.internal.counts.OpenCalls;

/** A thread that owns a stripe. By chance one has none, where its entry is another's or all stripes are taken: then another one is asked. */
public final class ThreadWithStripe {

    private ThreadWithStripe() {}

    /** Runs on such a thread, with its open calls, and waits for its end. */
    public static void run(Consumer<OpenCalls> calls) throws Exception {
        boolean isDone = false;
        while (!isDone) {
            FutureTask<Boolean> task = new FutureTask<>(() -> {
                OpenCalls open = OpenCalls.ofCurrentThread();
                if (open != null) {
                    calls.accept(open);
                }
                return open != null;
            });
            new Thread(task).start();
            isDone = task.get();
            OpenCalls.areThreadsWithout(); // frees the stripes of threads that have ended
        }
    }
}
