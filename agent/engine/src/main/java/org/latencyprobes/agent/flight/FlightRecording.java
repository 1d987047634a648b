package org.latencyprobes.agent.flight;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.OpenFiles;
import org.latencyprobes.agent.base.ProgressTimeout;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * A recording of Flight Recorder with what slow calls waited for. Others' recordings go on beside it. Thread-safe.
 *
 * <p>Flight Recorder has one lock, which it holds while it writes a dump, also one of others. All methods wait for it, for as long as that
 * takes; only {@link #close} does not.
 *
 * <p>A temporary recording is kept in this JVM's memory, unless another one writes to the disk: Flight Recorder writes all there then,
 * and one in memory would be empty. A continuous one is on the disk, in Flight Recorder's repository, of which it keeps the last
 * {@value #MOST_MEGABYTES} MB. Neither is begun, nor dumped, where the disk is nearly full ({@link FreeSpace}) or few
 * files can be opened.
 *
 * <p>This class cannot be linked where the module {@code jdk.jfr} is missing.
 */
public final class FlightRecording implements AutoCloseable {

    static final long MOST_MEGABYTES = 32;

    private static final String NAME = "latency-probes";
    private static final long MEGABYTE = 1L << 20;

    private static final long LONGEST_CLOSE_MILLIS = 10_000;

    private static final long LOOK_NANOS = 1_000_000_000;

    private final Recording recording;
    private final Thread clock = DaemonThread.of("latency-probes-recording-clock", this::followClock);
    private volatile boolean isClosed;

    private FlightRecording(Recording recording) {
        this.recording = recording;
    }

    /**
     * Starts a recording that takes memory until it is closed.
     *
     * @return the recording
     * @throws IllegalStateException if Flight Recorder is not to be had in this JVM; the message says why
     */
    public static FlightRecording temporary() {
        return start(isOnDisk(), recording -> {});
    }

    /**
     * Starts a recording without end that has the agent's own events of slow calls, too.
     *
     * @return the recording
     * @throws IllegalStateException if Flight Recorder is not to be had in this JVM; the message says why
     */
    public static FlightRecording continuous() {
        return start(true, recording -> recording.enable(SlowCallEvent.NAME).withThreshold(Duration.ZERO));
    }

    /** What is particular about a recording. */
    @FunctionalInterface
    private interface Settings {
        void set(Recording recording);
    }

    private static FlightRecording start(boolean onDisk, Settings settings) {
        OpenFiles.requireFree(); // what of Flight Recorder is initialised while there are none is broken for good
        if (!FlightRecorder.isAvailable()) {
            throw new IllegalStateException("Flight Recorder is switched off in this JVM");
        }
        FlightRecorder.getFlightRecorder(); // it knows its repository from now on
        Recording recording = new Recording();
        try {
            recording.setName(NAME);
            recording.setToDisk(onDisk);
            if (onDisk) {
                recording.setMaxSize(MOST_MEGABYTES * MEGABYTE);
            }
            FlightEvents.enable(recording);
            settings.set(recording);
            requireRoom(onDisk); // last, since all before takes long
            recording.start();
            return new FlightRecording(recording).withClock();
        } catch (RuntimeException | Error e) {
            recording.close();
            throw e;
        }
    }

    private FlightRecording withClock() {
        if (FlightRecorderClock.lastFile() != null) {
            try {
                clock.start();
            } catch (OutOfMemoryError noThread) {
                return this; // it matters where the clock is set back
            }
        }
        return this;
    }

    private void followClock() {
        while (!isClosed) {
            Thread.interrupted(); // of an application that interrupts all threads
            LockSupport.parkNanos(LOOK_NANOS);
            FlightRecorderClock.lastFile().forgetIfAhead();
        }
    }

    private void closeNow() {
        try {
            recording.close();
        } finally {
            isClosed = true;
            LockSupport.unpark(clock);
        }
    }

    /** Whether a recording that writes to the disk is under way in this JVM. */
    private static boolean isOnDisk() {
        return FlightRecorder.isInitialized()
                && FlightRecorder.getFlightRecorder().getRecordings().stream()
                        .anyMatch(other -> other.isToDisk() && other.getState() == RecordingState.RUNNING);
    }

    /** HotSpot ends the JVM where Flight Recorder cannot open its next file. */
    private static void requireRoom(boolean onDisk) {
        FreeSpace.require(onDisk);
        OpenFiles.requireFree();
    }

    /**
     * Requires that there is room for what this recording writes, and that files can be opened for it.
     *
     * @throws IllegalStateException if not; the message says where, and how much there is
     */
    public void requireRoom() {
        requireRoom(recording.isToDisk());
    }

    /**
     * Whether it still records: others may stop any recording.
     *
     * @return false once it was stopped or closed
     */
    boolean isRunning() {
        return recording.getState() == RecordingState.RUNNING;
    }

    /**
     * Writes all that was recorded until now.
     *
     * @param file it is overwritten; who may read it stays as it is
     * @throws IOException if it cannot be written, or the recording has ended
     * @throws IllegalStateException if the disk is nearly full, or few files can be opened
     */
    public void dump(Path file) throws IOException {
        requireRoom();
        recording.dump(file);
    }

    /** Waits for no more than ten seconds: a dump to a disk that hangs must not keep whoever leaves. It ends all the same, once that is over. */
    @Override
    public void close() {
        close(LONGEST_CLOSE_MILLIS);
    }

    void close(long longestMillis) {
        Thread closing = DaemonThread.of("latency-probes-recording", this::closeNow);
        try {
            closing.start();
        } catch (OutOfMemoryError noThread) {
            closeNow();
            return;
        }
        if (!ProgressTimeout.await(closing, TimeUnit.MILLISECONDS.toNanos(longestMillis))) {
            Log.say("gave up waiting, after " + longestMillis / 1000
                    + " s, for the end of the agent's recording: Flight Recorder is busy, such as with a dump"
                    + " that hangs");
        }
    }
}
