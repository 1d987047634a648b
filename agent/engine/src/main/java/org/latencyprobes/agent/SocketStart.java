package org.latencyprobes.agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.protocol.OpenArgument;
import org.latencyprobes.agent.serve.ControlChannel;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The opening of the socket in a JVM that the agent was started with: a while after that, on a thread that sleeps until then, or until the
 * agent has left.
 */
record SocketStart(Supplier<ControlChannel> channel, long dueNanos) implements Runnable {

    /** Short-lived JVMs do without, and it is no part of a start. */
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * Begins to wait. Where the JVM has no thread for it, the control thread opens the socket, once there is one.
     *
     * @param channel asked for when it is opened
     * @param settledNanos from when on the agent may touch what the application may configure
     */
    static void begin(Supplier<ControlChannel> channel, long settledNanos) {
        long leastNanos = System.nanoTime() + LEAST_NANOS;
        long dueNanos = settledNanos - leastNanos > 0 ? settledNanos : leastNanos;
        try {
            DaemonThread.of("latency-probes-socket-start", new SocketStart(channel, dueNanos))
                    .start();
        } catch (OutOfMemoryError noThread) {
            return;
        }
    }

    @Override
    public void run() {
        try {
            open();
        } catch (LinkageError e) { // of a jar that was overwritten
            Log.say("no command reaches this agent: " + Log.describe(e));
        }
    }

    /** Where it can't be opened, as with too few files or a full disk, it is tried again: nothing else may wake a dormant agent. */
    private void open() {
        long nextNanos = dueNanos;
        boolean isSaid = false;
        while (System.getProperty(Session.VERSION) != null) { // else the agent has left
            long left = nextNanos - System.nanoTime();
            if (left > 0) {
                Thread.interrupted(); // of an application that interrupts all threads
                LockSupport.parkNanos(Math.min(left, LEAST_NANOS));
            } else if (channel.get().open()) {
                return;
            } else {
                if (!isSaid) {
                    Log.say("no command reaches this agent, which has no socket and tries again each minute ("
                            + channel.get().place().replace(OpenArgument.NONE, "") + ')');
                }
                isSaid = true;
                nextNanos = System.nanoTime() + AGAIN_NANOS;
            }
        }
    }
}
