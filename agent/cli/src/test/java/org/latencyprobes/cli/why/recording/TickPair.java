package org.latencyprobes.cli.why.recording;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A reading of Flight Recorder's counter, by way of an event, and of nanoTime around it. */
record TickPair(long ticks, long nanos, long doubtNanos) {

    @Name("test.Tick")
    @StackTrace(false)
    private static final class Tick extends Event {}

    /** The shortest of some tries, with a recording in a folder. */
    static TickPair now(Path folder) throws Exception {
        long[] befores = new long[64];
        long[] afters = new long[befores.length];
        Path file = Files.createTempFile(folder, "tick-", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(Tick.class);
            recording.start();
            for (int i = 0; i < befores.length; i++) {
                Tick tick = new Tick();
                befores[i] = System.nanoTime();
                tick.begin();
                afters[i] = System.nanoTime();
                tick.commit();
            }
            recording.dump(file);
        }
        int best = 0;
        for (int i = 1; i < befores.length; i++) {
            best = afters[i] - befores[i] < afters[best] - befores[best] ? i : best;
        }
        long doubt = (afters[best] - befores[best]) / 2;
        RecordedEvent event = RecordingFile.readAllEvents(file).stream()
                .filter(any -> any.getEventType().getName().equals("test.Tick"))
                .sorted(Comparator.comparingLong(any -> any.getLong("startTime")))
                .skip(best)
                .findFirst()
                .orElseThrow();
        return new TickPair(event.getLong("startTime"), befores[best] + doubt, doubt);
    }
}
