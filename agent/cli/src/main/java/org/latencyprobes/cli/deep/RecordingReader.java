package org.latencyprobes.cli.deep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * A reader of a recording. Times come from the ticks that events bear, not from their wall-clock times. For one thread.
 *
 * <p>Needs the module {@code jdk.jfr} in this process.
 */
public final class RecordingReader {

    /** Flight Recorder keeps 10 MB in memory. From this size on the oldest events may be gone. */
    private static final long FULL_BYTES = 8L << 20;

    private final TickScale scale;
    private final DeepTimeline timeline;
    private final Map<Long, String> collections = new HashMap<>();
    private final List<RecordedEvent> phases = new ArrayList<>();
    private final Map<Long, long[]> eventsByThread = new HashMap<>();

    private RecordingReader(TickScale scale) {
        this.scale = scale;
        timeline = new DeepTimeline(scale.startNanos(), scale.endNanos());
    }

    /**
     * Reads a recording.
     *
     * @param file the recording
     * @param scale maps its ticks
     * @return what it says
     * @throws IOException if it cannot be read
     */
    public static DeepTimeline read(Path file, TickScale scale) throws IOException {
        RecordingReader reader = new RecordingReader(scale);
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                reader.accept(events.readEvent());
            }
        }
        reader.finish(Files.size(file) >= FULL_BYTES);
        return reader.timeline;
    }

    private void accept(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.GCPhasePause" -> phases.add(event);
            case "jdk.GarbageCollection" ->
                collections.put(event.getLong("gcId"), event.getString("name") + ", " + event.getString("cause"));
            case "jdk.ExecuteVMOperation" -> {
                if (event.getBoolean("safepoint")) {
                    timeline.add(new Pause(false, start(event), length(event), event.getString("operation")));
                }
            }
            case "jdk.SafepointBegin" ->
                timeline.add(new Pause(false, start(event), length(event), "until all threads had stopped"));
            case "jdk.ObjectAllocationSample" -> acceptAllocation(event);
            case "jdk.ExecutionSample" -> {
                RecordedThread thread = event.getThread("sampledThread");
                if (thread != null) {
                    timeline.addSample(
                            thread.getJavaThreadId(),
                            new DeepTimeline.CodeSample(start(event), Frames.site(event.getStackTrace())));
                }
            }
            default -> acceptWait(event);
        }
    }

    /** The application's; not the agent's, nor what the JDK does by itself, such as Flight Recorder's start. */
    private void acceptAllocation(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack != null && !Frames.isOfAgent(stack)) {
            Frames.applicationSite(stack).ifPresent(site -> timeline.addAllocated(site, event.getLong("weight")));
        }
    }

    private void acceptWait(RecordedEvent event) {
        WaitKind kind = WaitEvents.kind(event);
        RecordedThread thread = kind == null ? null : event.getThread();
        if (thread == null) {
            return;
        }
        Wait wait = new Wait(
                kind,
                thread.getJavaThreadId(),
                start(event),
                length(event),
                WaitEvents.detail(event),
                Frames.site(event.getStackTrace()));
        timeline.add(wait);
        MonitorEntry entry = WaitEvents.monitorEntry(event, wait);
        if (entry != null) {
            timeline.add(entry);
        }
        long writtenNanos = wait.startNanos() + wait.nanos();
        long[] counted = eventsByThread.computeIfAbsent(wait.threadId(), id -> new long[] {0, writtenNanos});
        counted[0]++;
        counted[1] = Math.min(counted[1], writtenNanos);
    }

    private long start(RecordedEvent event) {
        return scale.nanoTime(event.getLong("startTime"));
    }

    private long length(RecordedEvent event) {
        return scale.length(event.getLong("duration"));
    }

    private void finish(boolean isFull) {
        for (RecordedEvent phase : phases) {
            timeline.add(new Pause(
                    true,
                    start(phase),
                    length(phase),
                    collections.getOrDefault(phase.getLong("gcId"), phase.getString("name"))));
        }
        if (isFull) { // whoever wrote most has lost most
            eventsByThread.values().stream()
                    .max((one, other) -> Long.compare(one[0], other[0]))
                    .ifPresent(busiest -> timeline.coverFrom(busiest[1]));
        }
        timeline.sort();
    }
}
