package org.latencyprobes.agent;

/** The last thing that runs. Nothing may come out of it. */
final class ExitHook extends Thread {

    private final Session session;

    ExitHook(Session session) {
        super("latency-probes-exit");
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
