package org.latencyprobes.demo.fix.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A guard between a client's session and its {@link ReportListener}. It passes the first failure on, and nothing after it. It also makes
 * silence a failure: what an engine notices by itself comes sooner, and this is the limit for the rest.
 *
 * <p>One thread calls {@link #sent}, one thread {@link #received}, any thread {@link #failed}. Each of the two counts is written by one
 * thread, in order and without fences of their own; the watching thread needs only roughly current values.
 */
public final class SessionWatch implements AutoCloseable {

    private static final int CHECKS_PER_TIMEOUT = 5;

    private final ReportListener reports;
    private final Duration silenceTimeout;
    private final Runnable abandon;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread thread = new Thread(this::watch, "session-watch");

    /**
     * Begins to watch.
     *
     * @param abandon is run after a failure by the thread that noticed it, so that nothing waits for the session any longer
     */
    public SessionWatch(ReportListener reports, Duration silenceTimeout, Runnable abandon) {
        this.reports = reports;
        this.silenceTimeout = silenceTimeout;
        this.abandon = abandon;
        thread.setDaemon(true);
        thread.start();
    }

    /** An order is about to be sent. */
    public void sent() {
        sent.lazySet(sent.getPlain() + 1);
    }

    /** An ExecutionReport came. */
    public void received(long startNanos) {
        if (!over.getPlain()) {
            received.lazySet(received.getPlain() + 1);
            reports.received(startNanos);
        }
    }

    /** Reports that the session is broken, unless it was before, or is being closed. */
    public void failed(String reason) {
        failed(new IOException(reason));
    }

    /** Reports that the session is broken, with the message of the cause. */
    public void failed(String reason, Exception cause) {
        failed(new IOException(reason + ": " + cause.getMessage(), cause));
    }

    private void failed(IOException reason) {
        if (over.compareAndSet(false, true)) {
            thread.interrupt();
            reports.failed(reason);
            abandon.run();
        }
    }

    /** Whether it has failed or been closed. */
    public boolean isOver() {
        return over.get();
    }

    /** Ends the watch: from now on nothing is a failure. */
    @Override
    public void close() {
        over.set(true);
        thread.interrupt();
    }

    private void watch() {
        long checkNanos = silenceTimeout.toNanos() / CHECKS_PER_TIMEOUT;
        long before = 0;
        int still = 0;
        while (!over.get()) {
            try {
                TimeUnit.NANOSECONDS.sleep(checkNanos);
            } catch (InterruptedException e) {
                return; // only this class interrupts the thread
            }
            long now = received.get();
            long unanswered = sent.get() - now;
            still = unanswered > 0 && now == before ? still + 1 : 0;
            before = now;
            if (still > CHECKS_PER_TIMEOUT) {
                failed("silence: no ExecutionReport for " + silenceTimeout.toMillis() + " ms, " + unanswered
                        + " orders unanswered");
            }
        }
    }
}
