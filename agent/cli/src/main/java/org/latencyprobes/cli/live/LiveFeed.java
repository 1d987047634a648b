package org.latencyprobes.cli.live;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * A thread that asks an agent for snapshots and feeds a model with them. It goes on when the agent cannot be reached, since it may be again.
 * Thread-safe.
 */
public final class LiveFeed implements AutoCloseable {

    private static final long SHORTEST_MILLIS = 100;

    /**
     * The time until the agent is asked again when its answer repeats the last one, in ms. Its next snapshot is near then, and would be of two
     * seconds another second later.
     */
    public static final long AGAIN_MILLIS = 200;

    private static final long ANSWER_MILLIS = 10_000;

    private final LiveModel model;
    private final Agent agent;
    private final long intervalMillis;
    private final Runnable changed;
    private volatile boolean isClosed;
    private final Thread thread = DaemonThread.of("snapshots", this::run);

    /** An agent that can be asked. */
    @FunctionalInterface
    public interface Agent {

        /**
         * Sends a request.
         *
         * @param request the request
         * @return the answer
         * @throws UnreachableException if there is none
         */
        Answer ask(Request request) throws UnreachableException;
    }

    /**
     * Begins to ask.
     *
     * @param model is fed
     * @param agent is asked, on the feed's thread
     * @param interval from snapshot to snapshot, 1 s or more: the agent takes no more than that
     * @param changed is run on the feed's thread after each answer, and after each failure
     */
    public LiveFeed(LiveModel model, Agent agent, Duration interval, Runnable changed) {
        this.model = model;
        this.agent = agent;
        this.changed = changed;
        intervalMillis = interval.toMillis();
        thread.start();
    }

    private void run() {
        while (!isClosed) {
            long beginNanos = System.nanoTime();
            boolean isNew = ask();
            changed.run();
            try {
                sleep(beginNanos, isNew ? intervalMillis : AGAIN_MILLIS);
            } catch (InterruptedException e) {
                return; // closed
            }
        }
    }

    /**
     * Waits until it is time for the next snapshot, and a moment at least.
     *
     * @param beginNanos when the last one was asked for, as {@link System#nanoTime} counts
     * @param intervalMillis from one to the next, in ms
     * @throws InterruptedException if the thread is interrupted
     */
    public static void sleep(long beginNanos, long intervalMillis) throws InterruptedException {
        long sinceMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNanos);
        TimeUnit.MILLISECONDS.sleep(Math.max(SHORTEST_MILLIS, intervalMillis - sinceMillis));
    }

    /** Returns false where the agent had nothing new. */
    private boolean ask() {
        try {
            return model.update(agent.ask(model.next()));
        } catch (UnreachableException | IllegalArgumentException e) {
            model.lost(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            model.lost("the agent's answer cannot be had: " + e);
        }
        return true;
    }

    /** Asks no more. An answer that is under way is not waited for. */
    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
    }

    /**
     * Waits for the answer that is under way as this is closed, {@value #ANSWER_MILLIS} ms at most: without it the model changes no more.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitEnd() throws InterruptedException {
        thread.join(ANSWER_MILLIS);
    }
}
