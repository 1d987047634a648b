package org.latencyprobes.agent.flight;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;

/**
 * The recording of Flight Recorder that the agent keeps on as long as the option {@code causes=deep} asks for it. Starting, writing and ending
 * take long, so they are done by other threads of the agent. It ends before the disk is full, and begins again when there is room. Thread-safe.
 */
public final class ContinuousRecording {

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final String OFF = "off";

    private final Executor threads;
    private final FlightRecorderClock clock;
    private final AtomicBoolean isLookDue = new AtomicBoolean();
    private volatile String state = OFF;
    private volatile boolean isWanted;
    private long nextLookNanos;
    private FlightRecording recording;
    private boolean isFailureSaid;

    /**
     * Starts nothing yet.
     *
     * @param threads for work that takes long
     * @param clock opens the package by which Flight Recorder's folder is found
     */
    public ContinuousRecording(Executor threads, FlightRecorderClock clock) {
        this.threads = threads;
        this.clock = clock;
    }

    /**
     * Starts or ends the recording, soon. Of one thread.
     *
     * @param wanted whether there is to be one
     */
    public void follow(boolean wanted) {
        if (wanted != isWanted) {
            isWanted = wanted;
            lookSoon();
        }
    }

    /** Looks now and then whether there is room for it. To be called often, by the thread that calls {@link #follow}. */
    public void tend() {
        if (isWanted && System.nanoTime() - nextLookNanos >= 0) {
            lookSoon();
        }
    }

    private void lookSoon() {
        nextLookNanos = System.nanoTime() + LOOK_NANOS;
        if (isLookDue.compareAndSet(false, true)) {
            threads.execute(this::look);
        }
    }

    /** Without room it ends, and begins again once there is room. */
    private synchronized void look() {
        isLookDue.set(false);
        if (!isWanted) {
            end(OFF);
            return;
        }
        boolean wasOn = recording != null;
        try {
            if (wasOn) {
                recording.requireSpace();
            } else {
                clock.eventTicks();
                recording = FlightRecording.continuous();
                isFailureSaid = false;
            }
            state = "on";
        } catch (RuntimeException | LinkageError e) {
            fail(e, wasOn);
        }
    }

    private void fail(Throwable e, boolean wasOn) {
        String reason = e instanceof IllegalStateException || e instanceof UnsupportedOperationException
                ? e.getMessage()
                : Log.describe(e);
        end(reason);
        if (!isFailureSaid) {
            isFailureSaid = true;
            Log.say((wasOn ? "causes=deep records no more: " : "causes=deep records nothing: ") + reason);
        }
    }

    private void end(String reason) {
        state = reason;
        if (recording != null) {
            recording.close();
            recording = null;
        }
    }

    /**
     * Whether there is one.
     *
     * @return {@code on}, {@code off}, or why there is none
     */
    public String state() {
        return state;
    }

    /**
     * Writes what it holds. It goes on.
     *
     * @param file it is overwritten
     * @return an answer that has failed where it cannot be written, or there is no recording; its message says why
     */
    public synchronized Answer dump(Path file) {
        try {
            if (recording == null) {
                return Answer.failed(
                        ExitCode.FAILED,
                        isWanted
                                ? "this JVM keeps no recording: " + state
                                : "this JVM keeps no recording, since its agent's option causes is standard;"
                                        + " attach <pid> causes=deep begins one");
            }
            recording.dump(file);
            return new Answer();
        } catch (IllegalStateException full) {
            return Answer.failed(ExitCode.FAILED, "the recording cannot be written: " + full.getMessage());
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, "the recording cannot be written: " + Log.describe(e));
        }
    }

    /** Ends it. */
    public synchronized void close() {
        isWanted = false;
        end(OFF);
    }
}
