package org.latencyprobes.cli.why;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * Tells the agent again and again that the command {@code why} goes on, on a thread of its own: whatever the command waits for, a silent JVM
 * too, the agent does not take it for lost. Thread-safe.
 */
final class WhyRenewal implements AutoCloseable {

    /** What the agent undoes once it has not heard of the command for this time. */
    static final Duration LEASE = Duration.ofSeconds(30);

    /** Two renewals may fail. */
    private static final long PERIOD_MILLIS = LEASE.toMillis() / 3;

    private final CountDownLatch over = new CountDownLatch(1);
    private final AttachClient client;
    private final Request request;
    private volatile boolean isBegun;
    private volatile Answer last = new Answer();

    private WhyRenewal(AttachClient client, String id) {
        this.client = client;
        request = new Request.WhyRenew(id, LEASE.toMillis());
    }

    /**
     * Begins.
     *
     * @param client for this alone
     * @param id what the command calls itself
     */
    static WhyRenewal start(AttachClient client, String id) {
        WhyRenewal renewal = new WhyRenewal(client, id);
        DaemonThread.of("why-renewal", renewal::renewAgain).start();
        return renewal;
    }

    private void renewAgain() {
        try {
            while (!over.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
                renew();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void renew() {
        boolean isToBeKept = isBegun;
        try {
            Answer answer = client.ask(request);
            if (isToBeKept) {
                last = answer;
            }
        } catch (UnreachableException e) {
            return; // it may be stopped, or in a long pause
        }
    }

    /** The agent has begun what is to be kept. */
    void begun() {
        isBegun = true;
    }

    /** How the agent has answered last since it has begun; {@link ExitCode#OK} before. */
    int exitCode() {
        return last.exitCode();
    }

    @Override
    public void close() {
        over.countDown();
    }
}
