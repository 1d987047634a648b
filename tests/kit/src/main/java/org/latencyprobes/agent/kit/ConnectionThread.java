package org.latencyprobes.agent.kit;

import java.io.IOException;

/** A daemon thread for work on connections, which ends without a word when a connection is closed. */
public final class ConnectionThread {

    private ConnectionThread() {}

    /** What such a thread does. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** Starts one. */
    public static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException over) {
                // a connection ended, or who served it did
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
