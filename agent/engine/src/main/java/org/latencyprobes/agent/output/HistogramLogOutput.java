package org.latencyprobes.agent.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.log.HistogramLog;

/**
 * The output to the histogram log. It writes when a line is due, and says once when it cannot write and once when it can again. For one
 * thread.
 */
final class HistogramLogOutput {

    /** So long a JVM has lived that is worth a log even if it has called no probe. */
    private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final long startNanos = System.nanoTime();
    private Options options;
    private boolean isWorthIt;
    private IntervalReader reader;
    private volatile HistogramLog log;
    private long nextNanos;
    private long failures;
    private Path said;
    private String problem = "";

    HistogramLogOutput(Options options) {
        this.options = options;
        open(new IntervalReader());
        nextNanos = System.nanoTime() + options.hlogIntervalNanos();
    }

    private void open(IntervalReader from) {
        boolean isWanted = options.hlog() != null;
        reader = isWanted ? from : null;
        log = isWanted ? new HistogramLog(reader, options.hlog(), options.hlogSizeBytes(), options.hlogFiles()) : null;
    }

    /** Another file, or other limits of it, is a new log that has what the former one has not; one where there was none begins now. */
    void follow(Options next) {
        boolean sameLog = Objects.equals(next.hlog(), options.hlog())
                && next.hlogSizeBytes() == options.hlogSizeBytes()
                && next.hlogFiles() == options.hlogFiles();
        if (!sameLog) {
            closeFor(next);
        }
        options = next;
        isWorthIt = true; // somebody is there who wants it
        if (!sameLog) {
            open(reader == null ? IntervalReader.fromNow() : reader);
        }
        nextNanos = Math.min(nextNanos, System.nanoTime() + options.hlogIntervalNanos());
    }

    private void closeFor(Options next) {
        if (next.hlog() == null) {
            close(false);
            noFailure();
        } else {
            closeFile();
        }
    }

    /** For how long nothing is due, in ns. */
    long restNanos() {
        return log == null ? Long.MAX_VALUE : nextNanos - System.nanoTime();
    }

    void writeIfDue() {
        if (log != null && System.nanoTime() - nextNanos >= 0) {
            nextNanos = System.nanoTime() + options.hlogIntervalNanos();
            if (!isWorthIt()) {
                return;
            }
            try {
                log.write();
                recovered();
                sayWhere();
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
        }
    }

    /** A log that begins pushes an old one out: not for a short JVM that has called no probe, such as a health check. */
    private boolean isWorthIt() {
        isWorthIt |= System.nanoTime() - startNanos > LONG_NANOS || isCalled();
        return isWorthIt;
    }

    private static boolean isCalled() {
        return new IntervalReader().total().stream().anyMatch(interval -> !interval.isJitter());
    }

    /** From any thread: how many lines have been made. */
    long progress() {
        HistogramLog present = log;
        return present == null ? 0 : present.lines();
    }

    /** It may be said if there is no file: who asked for one would look for it. */
    void close(boolean isSaid) {
        if (!closeFile()) {
            Log.say("histogram log " + options.hlog() + ": the last samples could not be written");
        } else if (isSaid && log != null && log.lines() == 0 && !isCalled()) {
            Log.say("histogram log " + options.hlog() + ": nothing was written, since no probe recorded a call");
        }
    }

    /** False if samples were left, which stay with the reader. */
    private boolean closeFile() {
        try {
            if (log != null && isWorthIt()) {
                log.close();
                recovered();
            }
            return true;
        } catch (IOException | RuntimeException e) {
            failed(e);
            return false;
        }
    }

    private void sayWhere() {
        Path path = log.path();
        if (path != null && !path.equals(said)) {
            said = path;
            if (!path.equals(options.hlog().toAbsolutePath())) {
                Log.say("histogram log " + options.hlog()
                        + " is written by another process or cannot be locked, so this one writes " + path);
            }
        }
    }

    private void failed(Exception e) {
        if (failures++ == 0) {
            problem = "histogram log " + options.hlog() + " cannot be written, samples are kept and written later: "
                    + Log.describe(e);
            Log.say(problem);
        }
    }

    /** Why it is not written; empty where it is, or is not wanted. */
    String problem() {
        return problem;
    }

    private void noFailure() {
        failures = 0;
        problem = "";
    }

    private void recovered() {
        if (failures > 0) {
            Log.say("histogram log " + options.hlog() + " is written again, after "
                    + Plural.of(failures, "failure", "failures"));
            noFailure();
        }
    }
}
