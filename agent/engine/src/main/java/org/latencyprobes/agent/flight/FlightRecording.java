package org.latencyprobes.agent.flight;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * A recording of Flight Recorder that is kept in this JVM's memory until it is dumped. Others' recordings go on beside it. It stops by itself
 * after a time, but takes memory until it is closed. For one thread at a time.
 *
 * <p>This class cannot be linked where the module {@code jdk.jfr} is missing.
 */
public final class FlightRecording implements AutoCloseable {

    private static final String NAME = "latency-probes";

    private final Recording recording;

    /**
     * Starts a recording.
     *
     * @param longest after this time it stops by itself
     * @throws IllegalStateException if Flight Recorder is not to be had in this JVM; the message says why
     */
    public FlightRecording(Duration longest) {
        if (!FlightRecorder.isAvailable()) {
            throw new IllegalStateException("Flight Recorder is switched off in this JVM");
        }
        recording = new Recording();
        try {
            recording.setName(NAME);
            recording.setToDisk(false);
            recording.setDuration(longest);
            FlightEvents.enable(recording);
            recording.start();
        } catch (RuntimeException | Error e) {
            recording.close();
            throw e;
        }
    }

    /**
     * Writes all that was recorded until now.
     *
     * @param file it is overwritten; who may read it stays as it is
     * @throws IOException if it cannot be written, or the recording has ended
     */
    public void dump(Path file) throws IOException {
        recording.dump(file);
    }

    @Override
    public void close() {
        recording.close();
    }
}
