package org.latencyprobes.cli.why;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.cli.base.Interrupt;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.why.band.Band.Wanted;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.internal.log.OwnerOnly;

/**
 * The command {@code why} of a JVM that runs: a watch, which Ctrl-C ends early, and its explanation. For one thread.
 *
 * @param pid the JVM
 * @param client of it
 * @param second another client, for a thread that tells the agent that the command goes on
 * @param time how long to watch
 * @param noDeep why Flight Recorder is left alone; null if it is not
 * @param wanted which calls are explained
 * @param progress gets what is said meanwhile
 */
public record WhyOfJvm(
        long pid,
        AttachClient client,
        AttachClient second,
        Duration time,
        String noDeep,
        Wanted wanted,
        Consumer<String> progress) {

    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How often the JVM is looked for, from outside. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** How long a JVM that is stopped at the end of the watch is waited for. */
    private static final Duration LONGEST_STOP = Duration.ofSeconds(60);

    /**
     * Watches and explains.
     *
     * @param keep takes the recording, if there is one, before it is deleted
     */
    public Answer answer(List<String> patterns, WhyOutput output, BiConsumer<Answer, Path> keep)
            throws UnreachableException {
        try (WhySession session = new WhySession(pid, client, second, time)) {
            Answer begun = session.begin(noDeep == null, wanted.slowNanos(), patterns);
            if (begun.exitCode() != ExitCode.OK) {
                return begun;
            }
            begun.sentences().forEach(progress);
            Answer lost = watch(session);
            if (lost != null) {
                return lost;
            }
            List<String> remarks = new ArrayList<>();
            begun.all(Remark.TABLE, Remark.class).forEach(remark -> remarks.add(remark.sentence()));
            return explained(session, begun, remarks, output, keep);
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, OwnedFile.copyProblem("the recording of JVM " + pid, e));
        }
    }

    /** Null after the time or Ctrl-C. Otherwise why what was begun is gone. */
    private Answer watch(WhySession session) {
        long beginNanos = session.begunNanos();
        long endNanos = beginNanos + time.toNanos();
        long progressNanos = beginNanos;
        try (Interrupt interrupt = new Interrupt()) {
            for (long now = beginNanos; endNanos - now > 0; now = System.nanoTime()) {
                if (now - progressNanos >= 0) {
                    progressNanos = now + PROGRESS_NANOS;
                    progress.accept("watching for " + seconds(endNanos - now) + " s; Ctrl-C ends it sooner");
                }
                if (interrupt.comesWithin(Math.min(LOOK_NANOS, endNanos - now))) {
                    progress.accept(
                            "the watch ended after " + watched(session) + " and is explained now; Ctrl-C gives it up");
                    return null;
                }
                if (!client.isThere()) {
                    return ended(session);
                }
                int renewed = session.lastRenewal();
                if (renewed != ExitCode.OK) {
                    return gone(session, renewed);
                }
            }
        }
        return null;
    }

    private static Answer gone(WhySession session, int exitCode) {
        return Answer.failed(
                exitCode,
                exitCode == ExitCode.NO_AGENT
                        ? "the agent was detached after " + watched(session) + " of the watch, and what it saw is gone"
                        : "the watch was over in the JVM after " + watched(session)
                                + ", and what it saw is gone: the agent"
                                + " was detached meanwhile, or this command stood still for "
                                + WhyRenewal.LEASE.toSeconds() + " s");
    }

    private Answer explained(
            WhySession session, Answer begun, List<String> remarks, WhyOutput output, BiConsumer<Answer, Path> keep)
            throws IOException, UnreachableException {
        Path recording = Files.createTempFile("latency-probes-", ".jfr", OwnerOnly.file());
        recording.toFile().deleteOnExit(); // after Ctrl-C
        try {
            Answer found = foundBy(session, recording);
            if (found.exitCode() != ExitCode.OK) {
                return found.exitCode() == ExitCode.NO_AGENT ? gone(session, ExitCode.NO_AGENT) : found;
            }
            remarks.addAll(WhyReport.notCalled(begun, found));
            DeepTimeline deep = DeepSource.read(found, recording, noDeep, remarks);
            WhyReport report = WhyReport.of(pid, found, deep, wanted, remarks);
            Answer answer = output.shown(report);
            if (DeepSource.isThere(found) && recording.toFile().length() > 0) {
                keep.accept(answer, recording);
            }
            session.undone().forEach(answer::say);
            return output.withTables(answer, report);
        } catch (UnreachableException e) {
            if (client.isThere()) {
                throw e;
            }
            return ended(session);
        } finally {
            Files.deleteIfExists(recording);
        }
    }

    /** A stopped JVM is waited for: the agent's time stands still, too. */
    private Answer foundBy(WhySession session, Path recording) throws UnreachableException {
        long lastNanos = System.nanoTime() + LONGEST_STOP.toNanos();
        boolean isSaid = false;
        boolean mayGoOn = true; // it may have gone on since the attempt
        while (true) {
            boolean isStopped;
            try {
                return session.end(recording);
            } catch (UnreachableException e) {
                isStopped = client.isStopped();
                if (!isStopped && !mayGoOn || System.nanoTime() - lastNanos > 0) {
                    throw e;
                }
                mayGoOn = isStopped;
            }
            if (isStopped && !isSaid) {
                progress.accept("JVM " + pid + " is stopped: waiting up to " + LONGEST_STOP.toSeconds()
                        + " s until it goes on, as by kill -CONT " + pid);
                isSaid = true;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private Answer ended(WhySession session) {
        String where = session.keptElsewhere();
        return Answer.failed(
                ExitCode.NO_JVM,
                "JVM " + pid + " ended after " + watched(session) + " of the watch, and what it saw is gone; "
                        + (where.isEmpty()
                                ? "the options hlog and causes=deep would have kept it"
                                : "figures may be in " + where));
    }

    private static String watched(WhySession session) {
        return seconds(System.nanoTime() - session.begunNanos()) + " s";
    }

    private static long seconds(long nanos) {
        return Math.round(nanos / 1e9);
    }
}
