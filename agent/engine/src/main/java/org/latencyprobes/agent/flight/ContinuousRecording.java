package org.latencyprobes.agent.flight;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.OpenFiles;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;

/**
 * The recording of Flight Recorder that the agent keeps on as long as the option {@code causes=deep} asks for it. Starting and ending take
 * long, so other threads of the agent do it, one at a time. It ends before the disk is full or the last
 * file is open, and begins again when there is room, and where
 * others have stopped it. Whoever asks for a dump writes it, so that a disk that hangs keeps nobody else. Thread-safe.
 */
public class ContinuousRecording {

    static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_WAIT_SECONDS = 10;
    private static final String OFF = "off";

    private final Executor threads;
    private final FlightRecorderClock clock;

    /** From when one is handed to the threads to its end: whatever keeps it, keeps one of them. */
    private final AtomicBoolean isLookUnderWay = new AtomicBoolean();

    private final AtomicInteger dumps = new AtomicInteger();

    /** Held by whoever starts or ends the recording. */
    private final ReentrantLock changing = new ReentrantLock();

    private volatile String state = OFF;
    private volatile boolean isWanted;
    private long nextLookNanos;
    private volatile FlightRecording recording;
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
        if ((isWanted || recording != null) && nanoTime() - nextLookNanos >= 0) {
            lookSoon();
        }
    }

    private void lookSoon() {
        nextLookNanos = nanoTime() + LOOK_NANOS;
        if (isLookUnderWay.compareAndSet(false, true)) {
            threads.execute(this::look);
        }
    }

    /** Flight Recorder lets nobody in while it writes a dump: the next look is soon enough. */
    private void look() {
        try {
            if (dumps.get() == 0 && changing.tryLock()) {
                try {
                    lookAlone();
                } finally {
                    changing.unlock();
                }
            }
        } finally {
            isLookUnderWay.set(false);
        }
    }

    /** Without room it ends, and begins again once there is room. */
    private void lookAlone() {
        if (isWanted) {
            keepOn();
        }
        if (!isWanted) { // or not any more
            end(OFF);
        }
    }

    private void keepOn() {
        boolean wasOn = recording != null;
        try {
            if (wasOn && !recording.isRunning()) {
                Log.say("causes=deep: the agent's recording was stopped by others, another one begins");
                end(OFF);
                wasOn = false;
            }
            if (wasOn) {
                recording.requireRoom();
            } else {
                recording = begin();
                isFailureSaid = false;
            }
            state = "on";
        } catch (RuntimeException | LinkageError e) {
            fail(e, wasOn);
        }
    }

    /** As {@link System#nanoTime}. */
    long nanoTime() {
        return System.nanoTime();
    }

    /** A recording that runs. */
    FlightRecording begin() {
        OpenFiles.requireFree();
        clock.eventTicks();
        return FlightRecording.continuous();
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
     * Where it is, also once the JVM has been killed.
     *
     * @return the folder of Flight Recorder's repository; empty where there is no recording
     */
    public String folder() {
        return recording == null ? "" : FreeSpace.repository().toAbsolutePath().toString();
    }

    /**
     * Writes what it holds, on the calling thread. It goes on.
     *
     * @param file it is overwritten
     * @return an answer that has failed where it cannot be written, or there is no recording; its message says why
     */
    public Answer dump(Path file) {
        dumps.incrementAndGet();
        try {
            FlightRecording present = recording;
            if (present == null) {
                return Answer.failed(
                        ExitCode.FAILED,
                        isWanted
                                ? "this JVM keeps no recording: " + state
                                : "this JVM keeps no recording, since its agent's option causes is standard;"
                                        + " set <pid> causes=deep begins one");
            }
            present.dump(file);
            return new Answer();
        } catch (IllegalStateException full) {
            return Answer.failed(ExitCode.FAILED, "the recording cannot be written: " + full.getMessage());
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, "the recording cannot be written: " + Log.describe(e));
        } finally {
            dumps.decrementAndGet();
        }
    }

    /** Ends it. Waits for a bounded time only: what keeps Flight Recorder busy must not keep whoever leaves. */
    public void close() {
        isWanted = false;
        try {
            if (!changing.tryLock(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                Log.say("gave up waiting, after " + LONGEST_WAIT_SECONDS
                        + " s, for Flight Recorder, which is busy: the recording of causes=deep ends once it is free");
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            end(OFF);
        } finally {
            changing.unlock();
        }
    }
}
