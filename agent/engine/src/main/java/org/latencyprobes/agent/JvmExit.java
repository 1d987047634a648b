package org.latencyprobes.agent;

import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.ProgressTimeout;
import org.latencyprobes.agent.link.BootstrapClass;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The shutdown hook of the agent. The JDK runs the application's shutdown hooks beside ours, and the application still works while they
 * run. So our hook only says that the end has begun, and the {@link Ending} comes when all hooks have ended, or within ours where the JDK calls
 * nobody after them. Whether something is written before, for hooks that are slow, is the control thread's to decide. Nothing is thrown.
 */
final class JvmExit implements Runnable {

    /** Longer than the control thread's own end may take. */
    private static final long GRACE_MILLIS = 1_000;

    private final Ending ending;
    private final Thread atBegin = DaemonThread.of("latency-probes-exit", new Begin());
    private final Thread end;
    private volatile boolean isCalledLast;

    /** The work that is done at the end. */
    interface Ending extends ProgressTimeout.Counter {

        /** Called when the application's shutdown hooks begin to run, as one of them: takes no lock, for which the end of the JVM would wait. */
        void beginToEnd();

        /** Called when all of them have ended, on a thread of its own. */
        void end();
    }

    JvmExit(Ending ending) {
        this.ending = ending;
        end = DaemonThread.of("latency-probes-end", new End());
    }

    /**
     * With null where the bootstrap class is not defined: then the end is one of the application's shutdown hooks. What is thrown, such as by
     * a security manager, leaves everything as it was.
     */
    void await(BootstrapClass link) {
        awaitLast(link);
        try {
            Runtime.getRuntime().addShutdownHook(atBegin);
        } catch (IllegalStateException theJvmEnds) {
            return; // it will be called last
        } catch (RuntimeException | Error e) {
            awaitLastNoLonger(link);
            throw e;
        }
    }

    /** While shutdown hooks run: returns whether the rest comes when all of them have ended. May be called again. */
    boolean awaitLast(BootstrapClass link) {
        isCalledLast = link != null && link.callLast(this);
        return isCalledLast;
    }

    private void awaitLastNoLonger(BootstrapClass link) {
        if (link != null) {
            link.callLast(null);
        }
    }

    void awaitNoLonger(BootstrapClass link) {
        awaitLastNoLonger(link);
        try {
            Runtime.getRuntime().removeShutdownHook(atBegin);
        } catch (IllegalStateException theJvmEnds) {
            return;
        }
    }

    /** Leaves the end to another thread: whoever ended the JVM may hold the lock of standard error, for good. */
    @Override
    public void run() {
        try {
            end.start();
        } catch (OutOfMemoryError noThread) {
            new End().run();
            return;
        }
        new ProgressTimeout(
                        ending,
                        ProgressTimeout.LONGEST_SILENCE_MILLIS + GRACE_MILLIS,
                        ProgressTimeout.LONGEST_MILLIS + GRACE_MILLIS)
                .await(end);
    }

    private final class Begin implements Runnable {

        @Override
        public void run() {
            if (isCalledLast) {
                ending.beginToEnd();
            } else {
                JvmExit.this.run();
            }
        }
    }

    private final class End implements Runnable {

        @Override
        public void run() {
            try {
                ending.end();
            } catch (Exception | LinkageError | StackOverflowError e) {
                Log.say("no report: " + Log.describe(e));
            }
        }
    }
}
