package org.latencyprobes.agent.serve.why;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.flight.FlightRecording;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.NoRecording;
import org.latencyprobes.agent.protocol.slow.RecordingClock;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The recording of Flight Recorder that belongs to a {@code why}. Whatever keeps Flight Recorder away is said with the answer; the rest of
 * {@code why} goes on without it. Thread-safe; it may be closed while another thread begins or writes it.
 */
class WhyRecording {

    static final long LONGEST_BEGIN_MILLIS = 10_000;

    /** So many times as long it is waited for where it is at work. */
    private static final int MOST_WAITS = 6;

    private static final String BUSY = "Flight Recorder is busy, such as with a dump that hangs";

    private final FlightRecorderClock clock;
    private final AtomicBoolean isBeginning;
    private final long longestBeginMillis;
    private Begun begun; // guarded by this, as what follows
    private String reason = "it was not asked for";
    private boolean isOver;

    /** A recording and when it began. */
    private record Begun(FlightRecording recording, ClockPair start) {}

    /**
     * Begins nothing yet.
     *
     * @param isBeginning set while a thread waits for Flight Recorder: there is one at most
     * @param longestBeginMillis for so long it is waited for where it is busy
     */
    WhyRecording(FlightRecorderClock clock, AtomicBoolean isBeginning, long longestBeginMillis) {
        this.clock = clock;
        this.isBeginning = isBeginning;
        this.longestBeginMillis = longestBeginMillis;
    }

    /** A reading of Flight Recorder's clock. */
    ClockPair eventTicks() {
        return clock.eventTicks();
    }

    /**
     * Begins it. Waits for a bounded time only: Flight Recorder lets nobody in while it writes a dump, and that may hang. What begins later is
     * ended at once.
     */
    final void begin() {
        if (!isBeginning.compareAndSet(false, true)) {
            giveUp();
            return;
        }
        Thread beginning = start();
        try {
            await(beginning);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (beginning.isAlive()) {
            giveUp();
        }
    }

    /** A thread that does not run waits for Flight Recorder's lock. One that runs only takes long, as on a busy machine. */
    private void await(Thread beginning) throws InterruptedException {
        for (int i = 0; i < MOST_WAITS; i++) {
            beginning.join(longestBeginMillis);
            if (beginning.getState() != Thread.State.RUNNABLE) {
                return;
            }
        }
    }

    private Thread start() {
        try {
            Thread beginning = DaemonThread.of("latency-probes-recording", () -> {
                try {
                    beginNow();
                } finally {
                    isBeginning.set(false);
                }
            });
            beginning.start();
            return beginning;
        } catch (Error noThreadOrMemory) {
            isBeginning.set(false);
            throw noThreadOrMemory;
        }
    }

    private void beginNow() {
        FlightRecording fresh = null;
        try {
            eventTicks(); // loads what the second reading is not to wait for
            fresh = FlightRecording.temporary();
            if (keep(new Begun(fresh, eventTicks()))) {
                return;
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        if (fresh != null) {
            fresh.close();
        }
    }

    /** Returns false where nobody waits for it any more. */
    private synchronized boolean keep(Begun fresh) {
        begun = isOver ? null : fresh;
        return !isOver;
    }

    private synchronized void fail(Throwable e) {
        reason = reasonOf(e);
    }

    private static String reasonOf(Throwable e) {
        return e instanceof UnsupportedOperationException || e instanceof IllegalStateException
                ? e.getMessage()
                : Log.describe(e);
    }

    private synchronized void giveUp() {
        if (begun == null) {
            isOver = true;
            reason = BUSY;
        }
    }

    private synchronized Begun begun() {
        return begun;
    }

    private synchronized String reason() {
        return reason;
    }

    /** Writes it to a file, unless the name is empty, and says so in the answer. Takes as long as the disk does. */
    final Answer dump(String file, Answer answer) {
        Begun present = begun();
        if (present == null || file.isEmpty()) {
            return answer.add(NoRecording.TABLE, new NoRecording(reason()));
        }
        try {
            ClockPair end = eventTicks();
            present.recording.dump(Path.of(file));
            return answer.add(
                    RecordingClock.TABLE,
                    new RecordingClock(
                            present.start.ticks(),
                            present.start.nanos(),
                            present.start.doubtNanos(),
                            end.ticks(),
                            end.nanos(),
                            end.doubtNanos()));
        } catch (Exception | LinkageError e) {
            return answer.add(NoRecording.TABLE, new NoRecording(reasonOf(e)));
        }
    }

    /** Ends it, if it was begun. Waits for a bounded time. */
    final void close() {
        Begun present = end();
        if (present != null) {
            present.recording.close();
        }
    }

    private synchronized Begun end() {
        isOver = true;
        return begun;
    }
}
