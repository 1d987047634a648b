package org.latencyprobes.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jline.utils.Signals;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveModel;

/** The watch of a JVM before its report, for latency over time. Ctrl-C ends it early, and the report is of what was seen. Stateless. */
final class ReportWatch {

    /** As long as a model keeps what it sees. */
    static final Duration LONGEST = Duration.ofMinutes(10);

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int PROGRESS_SECONDS = 10;
    private static final String INTERRUPT = "INT";

    private ReportWatch() {}

    /** Feeds a model once a second. Returns the last answer of the agent. */
    static Answer watch(LiveModel model, LiveFeed.Agent agent, Duration time, Consumer<String> progress)
            throws UnreachableException {
        CountDownLatch interrupted = new CountDownLatch(1);
        Object before = Signals.register(INTERRUPT, interrupted::countDown);
        try {
            return watch(model, agent, time, progress, interrupted);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer();
        } finally {
            Signals.unregister(INTERRUPT, before);
        }
    }

    private static Answer watch(
            LiveModel model, LiveFeed.Agent agent, Duration time, Consumer<String> progress, CountDownLatch interrupted)
            throws UnreachableException, InterruptedException {
        long endNanos = System.nanoTime() + time.toNanos();
        for (int second = 0; ; second++) {
            long askedNanos = System.nanoTime();
            Answer answer = agent.ask(model.next());
            if (answer.exitCode() != ExitCode.OK) {
                return answer;
            }
            model.update(answer);
            long leftNanos = endNanos - System.nanoTime();
            if (leftNanos <= 0) {
                return answer;
            }
            if (second % PROGRESS_SECONDS == 0) {
                progress.accept("watching for " + Math.round(leftNanos / 1e9) + " s; Ctrl-C ends it sooner");
            }
            long nextNanos = Math.min(endNanos, askedNanos + INTERVAL_NANOS) - System.nanoTime();
            if (interrupted.await(nextNanos, TimeUnit.NANOSECONDS)) {
                return answer;
            }
        }
    }
}
