package org.latencyprobes.agent;

import java.nio.file.Path;
import java.time.Duration;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.command.TailTables;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.flight.FlightRecording;

/**
 * The recording of Flight Recorder that belongs to a {@code tail}. Whatever keeps Flight Recorder away is said with the answer; the rest of
 * {@code tail} goes on without it. One thread begins it before any other uses it; it may be closed while another thread writes it.
 */
class TailRecording {

    private final FlightRecorderClock clock;
    private volatile FlightRecording recording;
    private ClockPair start;
    private String reason = "it was not asked for";

    /** Begins nothing yet. */
    TailRecording(FlightRecorderClock clock) {
        this.clock = clock;
    }

    /** A reading of Flight Recorder's clock. */
    ClockPair eventTicks() {
        return clock.eventTicks();
    }

    /** Begins it. It stops by itself after a time. */
    final void begin(long longestMillis) {
        try {
            start = eventTicks();
            recording = FlightRecording.of(Duration.ofMillis(longestMillis));
            start = eventTicks();
        } catch (RuntimeException | LinkageError e) {
            reason = e instanceof UnsupportedOperationException || e instanceof IllegalStateException
                    ? e.getMessage()
                    : Log.describe(e);
        }
    }

    /** Writes it to a file, unless the name is empty, and says so in the answer. Takes as long as the disk does. */
    final Answer dump(String file, Answer answer) {
        if (recording == null || file.isEmpty()) {
            return TailTables.noRecording(answer, reason);
        }
        try {
            ClockPair end = eventTicks();
            recording.dump(Path.of(file));
            return TailTables.recording(answer, start, end);
        } catch (Exception | LinkageError e) {
            return TailTables.noRecording(answer, Log.describe(e));
        }
    }

    /** Ends it, if it was begun. Waits for a bounded time. */
    final void close() {
        if (recording != null) {
            recording.close();
        }
    }
}
