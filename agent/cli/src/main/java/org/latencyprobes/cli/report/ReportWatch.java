package org.latencyprobes.cli.report;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.base.Interrupt;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveModel;

/**
 * The watch of a JVM before its report, for latency over time. It goes on when the JVM cannot be asked, since it may answer again. Ctrl-C ends it
 * early, and the report is of what was seen. For one thread.
 */
public class ReportWatch {

    /** What is said of other times. */
    public static final String ALLOWED = "--for takes a duration from 2s to 10m; for longer ones, set the option hlog";

    /** Two snapshots at least, and one in between. */
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    /** As long as a model keeps what it sees. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(LiveFeed.AGAIN_MILLIS);
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final long pid;
    private final LiveModel model;
    private final LiveFeed.Agent agent;
    private final BooleanSupplier isThere;
    private final Consumer<String> progress;
    private boolean isNew = true;

    /** Feeds a model. Whether the JVM is there is asked when it does not answer. */
    public ReportWatch(
            long pid, LiveModel model, LiveFeed.Agent agent, BooleanSupplier isThere, Consumer<String> progress) {
        this.pid = pid;
        this.model = model;
        this.agent = agent;
        this.isThere = isThere;
        this.progress = progress;
    }

    /** Whether a JVM can be watched for that time. */
    public static boolean isAllowed(Duration time) {
        return time.compareTo(SHORTEST) >= 0 && time.compareTo(LONGEST) <= 0;
    }

    /** Watches, once a second. Returns why there can be no report, or null. */
    public final Answer watch(Duration time) throws UnreachableException {
        try (Interrupt interrupt = new Interrupt()) {
            return problem(time.toNanos(), interrupt);
        }
    }

    private Answer problem(long nanos, Interrupt interrupt) throws UnreachableException {
        Answer problem = ask();
        long beginNanos = nanoTime(); // not before: a snapshot within a second of the first would be the same one
        long askedNanos = beginNanos;
        long progressNanos = beginNanos;
        while (problem == null) {
            long nowNanos = nanoTime();
            long leftNanos = beginNanos + nanos - nowNanos;
            if (leftNanos <= 0) {
                break;
            }
            if (nowNanos - progressNanos >= 0) {
                progressNanos = nowNanos + PROGRESS_NANOS;
                progress.accept("watching for " + Math.round(leftNanos / 1e9) + " s; Ctrl-C ends it sooner");
            }
            long nextNanos = askedNanos + (isNew ? INTERVAL_NANOS : AGAIN_NANOS) - nowNanos;
            if (comesWithin(interrupt, Math.min(leftNanos, nextNanos))) {
                break;
            }
            askedNanos = nanoTime();
            problem = askAgain(askedNanos - beginNanos);
        }
        return problem;
    }

    /** As {@link System#nanoTime}. */
    long nanoTime() {
        return System.nanoTime();
    }

    /** Waits for a time at most. True once it is to end early. */
    boolean comesWithin(Interrupt interrupt, long nanos) {
        return interrupt.comesWithin(nanos);
    }

    private Answer ask() throws UnreachableException {
        Answer answer = agent.ask(model.next());
        if (answer.exitCode() != ExitCode.OK) {
            return answer;
        }
        try {
            isNew = model.update(answer);
        } catch (IllegalArgumentException e) {
            model.lost(e.getMessage());
        }
        return null;
    }

    private Answer askAgain(long watchedNanos) {
        String after = " ended after " + Math.round(watchedNanos / 1e9)
                + " s of the watch; nothing was written, the option hlog would have kept it";
        try {
            Answer problem = ask();
            return problem == null ? null : problem.say("the answers" + after);
        } catch (UnreachableException e) {
            model.lost(e.getMessage());
            return isThere.getAsBoolean() ? null : Answer.failed(ExitCode.NO_JVM, "JVM " + pid + after);
        }
    }
}
