package org.latencyprobes.cli.why.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

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
    private final Map<Long, String> periods = new HashMap<>();
    private final List<Phase> phases = new ArrayList<>();
    private final List<Pause> operations = new ArrayList<>();
    private final Map<Long, long[]> eventsByThread = new HashMap<>();

    private final Map<RecordedStackTrace, PoolStack> poolStacks = new WeakHashMap<>(); // many events share one
    private final EventFilter wanted;
    private long sampleType;

    /** A filter of what is kept of single threads. */
    @FunctionalInterface
    public interface EventFilter {

        /**
         * Whether what a thread did in a time is kept.
         *
         * @param threadId the thread's Java id
         * @param time the time
         * @return false where nobody will ask for it
         */
        boolean test(long threadId, Span time);

        /**
         * Whether it is kept who used what others may have waited for in a time.
         *
         * @param time the time
         * @return false where nobody will ask for it
         */
        default boolean isInCall(Span time) {
            return true;
        }

        /**
         * Whether waits before a {@code synchronized} method are kept.
         *
         * @param className the method's class
         * @param method its name
         * @return false where nobody will ask for it
         */
        default boolean isProbed(String className, String method) {
            return true;
        }
    }

    /** A pause whose collection may be told later. An event itself would keep all of its chunk's texts and stacks. */
    private record Phase(long gcId, long startNanos, long nanos, String name) {}

    private RecordingReader(TickScale scale, EventFilter wanted) {
        this.scale = scale;
        this.wanted = wanted;
        timeline = new DeepTimeline(scale.startNanos(), scale.endNanos());
    }

    /**
     * Reads a recording that the agent has made. It may begin later than the agent did: what was in memory goes to the chunk of another
     * recording when that one begins to write to the disk. Other recordings may have changed which waits are told; where none did, the agent has
     * asked for all.
     *
     * @param file the recording
     * @param scale maps its ticks
     * @return what it says
     * @throws IOException if it cannot be read
     */
    public static DeepTimeline read(Path file, TickScale scale) throws IOException {
        RecordingReader reader = new RecordingReader(scale, (threadId, any) -> true);
        RecordedTime time = RecordedTime.of(file);
        reader.timeline.coverFrom(scale.nanoTime(time.scale().startTicks()));
        return reader.read(file, time, WaitSettings::areKnown);
    }

    /**
     * Reads a recording that somebody has started. Of one chunk it is not known whether it was made in memory, which may have lost events.
     *
     * @param file the recording
     * @param time its time
     * @param wanted which waits and samples are kept: memory is to hold those of some calls, however long the recording is
     * @return what it says
     * @throws IOException if it cannot be read
     */
    public static DeepTimeline read(Path file, RecordedTime time, EventFilter wanted) throws IOException {
        return new RecordingReader(time.scale(), wanted).read(file, time, any -> true);
    }

    private DeepTimeline read(Path file, RecordedTime time, Predicate<WaitSettings> areTold) throws IOException {
        try (RecordingFile events = new RecordingFile(file)) {
            WaitSettings settings = new WaitSettings(events.readEventTypes());
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                settings.accept(event, scale);
                accept(event);
            }
            timeline.tellBy(areTold.test(settings) ? settings : null);
        }
        finish(time.chunks() == 1 && Files.size(file) >= FULL_BYTES);
        return timeline;
    }

    private void accept(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.DataLoss" -> timeline.lose(start(event), event.getLong("amount"));
            case "jdk.GCPhasePause" ->
                phases.add(new Phase(event.getLong("gcId"), start(event), length(event), EventTexts.of(event, "name")));
            case "jdk.GarbageCollection" ->
                collections.put(
                        event.getLong("gcId"), EventTexts.of(event, "name") + ", " + EventTexts.of(event, "cause"));
            case "jdk.ExecuteVMOperation" -> {
                if (event.getBoolean("safepoint")) {
                    operations.add(new Pause(false, start(event), length(event), EventTexts.of(event, "operation")));
                }
            }
            case "jdk.SafepointBegin" -> timeline.add(new Pause(false, start(event), length(event), Pause.REACHING));
            case "jdk.ObjectAllocationSample" -> acceptAllocation(event);
            case "jdk.ActiveSetting" -> {
                if (EventTexts.of(event, "name").equals("period")) {
                    periods.put(event.getLong("id"), EventTexts.of(event, "value"));
                }
            }
            case "jdk.ExecutionSample" -> {
                sampleType = event.getEventType().getId();
                RecordedThread thread = event.getThread("sampledThread");
                acceptPoolUse(thread, event, start(event));
                if (isWanted(thread, event)) {
                    timeline.addSample(
                            thread.getJavaThreadId(),
                            new DeepTimeline.CodeSample(start(event), Frames.site(event.getStackTrace())));
                }
            }
            case "jdk.Deoptimization" -> {
                if (isWanted(event.getThread(), event)) {
                    timeline.add(event.getThread().getJavaThreadId(), deoptimisation(event));
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

    private boolean isWanted(RecordedThread thread, RecordedEvent event) {
        return thread != null && wanted.test(thread.getJavaThreadId(), new Span(start(event), start(event) + 1));
    }

    private DeepTimeline.Deoptimisation deoptimisation(RecordedEvent event) {
        RecordedMethod method = event.getValue("method");
        return new DeepTimeline.Deoptimisation(start(event), Frames.name(method), EventTexts.of(event, "reason"));
    }

    private PoolStack poolStack(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        return stack == null ? PoolStack.NONE : poolStacks.computeIfAbsent(stack, any -> PoolStack.of(Frames.of(any)));
    }

    private void acceptPoolUse(RecordedThread thread, RecordedEvent event, long endNanos) {
        PoolStack use = thread == null ? PoolStack.NONE : poolStack(event);
        if (use.isUse() && wanted.isInCall(new Span(start(event), endNanos + 1))) {
            timeline.addPoolUse(use.awaited(), WaitEvents.holder(thread, use.site()), new Span(start(event), endNanos));
        }
    }

    private void acceptWait(RecordedEvent event) {
        WaitKind kind = WaitEvents.kind(event);
        RecordedThread thread = kind == null ? null : event.getThread();
        if (thread == null) {
            return;
        }
        long threadId = thread.getJavaThreadId();
        long writtenNanos = start(event) + length(event);
        long[] counted = eventsByThread.computeIfAbsent(threadId, id -> new long[] {0, writtenNanos});
        counted[0]++;
        counted[1] = Math.min(counted[1], writtenNanos);
        acceptPoolUse(thread, event, writtenNanos);
        Wait wait = wait(event, kind, threadId);
        if (wanted.test(threadId, new Span(wait.startNanos(), writtenNanos))) {
            timeline.add(wait);
        }
        MonitorEntry entry = WaitEvents.monitorEntry(event, wait);
        if (entry != null && wanted.isProbed(entry.className(), entry.method())) {
            timeline.add(entry);
        }
    }

    private Wait wait(RecordedEvent event, WaitKind kind, long threadId) {
        long mostNanos = WaitEvents.mostNanos(event, length(event));
        boolean isOfPool = (kind == WaitKind.PARK || kind == WaitKind.WAIT)
                && poolStack(event).isWait();
        return new Wait(
                kind,
                threadId,
                start(event),
                mostNanos,
                length(event) - mostNanos,
                isOfPool ? poolStack(event).awaited() : WaitEvents.detail(event),
                isOfPool ? poolStack(event).site() : Frames.site(event.getStackTrace()),
                WaitEvents.holder(event));
    }

    private long start(RecordedEvent event) {
        return scale.nanoTime(event.getLong("startTime"));
    }

    private long length(RecordedEvent event) {
        return scale.length(event.getLong("duration"));
    }

    private void finish(boolean isFull) {
        List<Pause> found = phases.stream()
                .map(phase -> new Pause(
                        true, phase.startNanos, phase.nanos, collections.getOrDefault(phase.gcId, phase.name)))
                .toList();
        CollectionPauses.merged(found, operations).forEach(timeline::add);
        if (isFull) { // whoever wrote most has lost most
            eventsByThread.values().stream()
                    .max((one, other) -> Long.compare(one[0], other[0]))
                    .ifPresent(busiest -> timeline.coverFrom(busiest[1]));
        }
        long lookNanos = WaitSettings.nanos(periods.getOrDefault(sampleType, ""));
        if (lookNanos > 0 && lookNanos < Long.MAX_VALUE) {
            timeline.lookEach(lookNanos);
        }
        timeline.sort();
    }
}
