package org.latencyprobes.agent.kit;

import java.util.concurrent.Executor;

/**
 * An executor that starts a thread for each task. From JDK 25 on a {@link java.util.concurrent.CompletableFuture} uses the common pool even
 * where that has one thread, as on two processors, and a test that runs beside may block it.
 */
public final class OwnThread implements Executor {

    @Override
    public void execute(Runnable task) {
        Thread thread = new Thread(task, "own");
        thread.setDaemon(true);
        thread.start();
    }
}
