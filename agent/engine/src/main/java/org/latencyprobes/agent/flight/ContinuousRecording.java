package org.latencyprobes.agent.flight;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;

/**
 * The recording of Flight Recorder that the agent keeps on as long as the option {@code causes=deep} asks for it. Starting, writing and ending
 * take long, so they are done by other threads of the agent. It ends before the disk is full. Thread-safe.
 */
public final class ContinuousRecording {

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final String OFF = "off";

    private final Executor threads;
    private volatile String state = OFF;
    private volatile boolean isWanted;
    private volatile FlightRecording recording;
    private long nextLookNanos;

    /**
     * Starts nothing yet.
     *
     * @param threads for work that takes long
     */
    public ContinuousRecording(Executor threads) {
        this.threads = threads;
    }

    /**
     * Starts or ends the recording, soon. Of one thread.
     *
     * @param wanted whether there is to be one
     */
    public void follow(boolean wanted) {
        if (wanted != isWanted) {
            isWanted = wanted;
            nextLookNanos = System.nanoTime() + LOOK_NANOS;
            threads.execute(this::followNow);
        }
    }

    private synchronized void followNow() {
        if (!isWanted) {
            end(OFF);
        } else if (recording == null) {
            try {
                recording = FlightRecording.continuous();
                state = "on";
            } catch (RuntimeException | LinkageError e) {
                fail(e);
            }
        }
    }

    private void fail(Throwable e) {
        String reason = e instanceof IllegalStateException ? e.getMessage() : Log.describe(e);
        Log.say("causes=deep records nothing: " + reason);
        end(reason);
    }

    private synchronized void end(String reason) {
        state = reason;
        if (recording != null) {
            recording.close();
            recording = null;
        }
    }

    /** Looks now and then whether there is still room for it. To be called often, by the thread that calls {@link #follow}. */
    public void tend() {
        FlightRecording present = recording;
        if (present != null && System.nanoTime() - nextLookNanos >= 0) {
            nextLookNanos = System.nanoTime() + LOOK_NANOS;
            try {
                present.requireSpace();
            } catch (IllegalStateException full) {
                threads.execute(() -> fail(full));
            }
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
        } catch (IOException | IllegalStateException e) {
            return Answer.failed(ExitCode.FAILED, "the recording cannot be written: " + e.getMessage());
        }
    }

    /** Ends it. */
    public void close() {
        isWanted = false;
        end(OFF);
    }
}
