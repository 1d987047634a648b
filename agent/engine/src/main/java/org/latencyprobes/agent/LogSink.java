package org.latencyprobes.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.sink.HistogramLog;

/** The histogram log, written when due; says once when it can't be written and once when it can again. For one thread. */
final class LogSink {

    private Options options;
    private volatile HistogramLog log;
    private long nextNanos;
    private long failures;
    private Path said;

    LogSink(Options options) {
        this.options = options;
        log = open();
        nextNanos = System.nanoTime() + options.hlogIntervalNanos();
    }

    private HistogramLog open() {
        return options.hlog() == null
                ? null
                : new HistogramLog(options.hlog(), options.hlogSizeBytes(), options.hlogFiles());
    }

    /** Another file, or other limits of it, is a new log that begins where the former one ended. */
    void follow(Options next) {
        boolean sameLog = Objects.equals(next.hlog(), options.hlog())
                && next.hlogSizeBytes() == options.hlogSizeBytes()
                && next.hlogFiles() == options.hlogFiles();
        if (!sameLog) {
            close();
            failures = 0;
        }
        options = next;
        if (!sameLog) {
            log = open();
            if (log != null) {
                log.skip();
            }
        }
        nextNanos = Math.min(nextNanos, System.nanoTime() + options.hlogIntervalNanos());
    }

    void writeIfDue() {
        if (log != null && System.nanoTime() - nextNanos >= 0) {
            nextNanos = System.nanoTime() + options.hlogIntervalNanos();
            try {
                log.write();
                recovered();
                sayWhere();
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
        }
    }

    /** From any thread: how many lines have been made. */
    long progress() {
        HistogramLog present = log;
        return present == null ? 0 : present.lines();
    }

    void close() {
        if (log != null) {
            try {
                log.close();
                recovered();
            } catch (IOException | RuntimeException e) {
                failed(e);
                Log.say("histogram log " + options.hlog() + ": the last samples could not be written");
            }
        }
    }

    private void sayWhere() {
        Path path = log.path();
        if (path != null && !path.equals(said)) {
            said = path;
            if (!path.equals(options.hlog().toAbsolutePath())) {
                Log.say("histogram log " + options.hlog() + " is written by another process, so this one writes "
                        + path);
            }
        }
    }

    private void failed(Exception e) {
        if (failures++ == 0) {
            Log.say("histogram log " + options.hlog() + " cannot be written, samples are kept and written later: "
                    + Log.describe(e));
        }
    }

    private void recovered() {
        if (failures > 0) {
            Log.say("histogram log " + options.hlog() + " is written again, after " + failures + " failures");
            failures = 0;
        }
    }
}
