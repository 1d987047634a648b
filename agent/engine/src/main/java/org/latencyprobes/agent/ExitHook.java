package org.latencyprobes.agent;

import java.util.concurrent.TimeUnit;

/** The last thing that runs, for a bounded time. Nothing may come out of it. */
final class ExitHook extends Thread {

    private static final long LONGEST_MILLIS = TimeUnit.SECONDS.toMillis(1) + Control.LONGEST_END_MILLIS;

    private final Session session;

    ExitHook(Session session) {
        super("latency-probes-exit");
        this.session = session;
    }

    /** Leaves the end to another thread: whoever ended the JVM may hold the lock of standard error, for good. */
    @Override
    public void run() {
        Thread end = new End(session);
        end.start();
        try {
            end.join(LONGEST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class End extends Thread {

        private final Session session;

        End(Session session) {
            super(null, null, "latency-probes-end", 0, false);
            setDaemon(true);
            this.session = session;
        }

        @Override
        public void run() {
            try {
                session.end();
            } catch (Exception | LinkageError | StackOverflowError e) {
                Log.say("no report: " + Log.describe(e));
            }
        }
    }
}
