package org.latencyprobes.cli.why;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.NoRecording;
import org.latencyprobes.agent.protocol.slow.RecordingClock;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.RecordingReader;
import org.latencyprobes.cli.why.recording.TickScale;
import org.latencyprobes.explain.Attribution;
import org.latencyprobes.explain.Span;

/** The way from an agent's answer and the recording that came with it to a timeline. Stateless. */
public final class DeepSource {

    private static final String SAMPLED = "waits of threads are known from samples alone: ";

    private DeepSource() {}

    /**
     * Why this process cannot read recordings.
     *
     * @return a sentence, or null where it can
     */
    public static String problem() {
        return ModuleLayer.boot().findModule("jdk.jfr").isPresent()
                ? null
                : "the Java runtime of this command has no module jdk.jfr";
    }

    /**
     * Reads the recording.
     *
     * @param answer the agent's
     * @param recording the file
     * @param noDeep why no recording was asked for, or null
     * @param remarks gets a sentence where there is none
     * @return the timeline, or null
     */
    public static DeepTimeline read(Answer answer, Path recording, String noDeep, List<String> remarks) {
        if (noDeep != null || !isThere(answer)) {
            remarks.add(SAMPLED
                    + (noDeep != null
                            ? noDeep
                            : answer.all(NoRecording.TABLE, NoRecording.class).stream()
                                    .findFirst()
                                    .map(NoRecording::reason)
                                    .orElse("no recording")));
            return null;
        }
        try {
            RecordingClock clock = answer.one(RecordingClock.TABLE, RecordingClock.class);
            long nanos = clock.endNanos() - clock.startNanos();
            TickScale scale = new TickScale(
                    clock.startTicks(),
                    clock.startNanos(),
                    clock.endTicks(),
                    clock.endNanos(),
                    Math.max(clock.startDoubtNanos(), clock.endDoubtNanos()));
            DeepTimeline timeline = RecordingReader.read(recording, scale);
            remarks.add("deep causes: Flight Recorder was on for " + DurationText.of(nanos));
            remarks.addAll(timeline.missing(new Span(clock.startNanos(), clock.endNanos())));
            long missingNanos = timeline.coveredFromNanos() - clock.startNanos();
            if (missingNanos >= Attribution.SHORTEST_WAIT_NANOS) {
                remarks.add(
                        "the recording lacks "
                                + (missingNanos < nanos ? "the first " + DurationText.of(missingNanos) : "all of that")
                                + ": its memory was full, or another recording began to write to the disk; waits in that time are not known");
            }
            return timeline;
        } catch (IOException | RuntimeException e) {
            remarks.add(SAMPLED + "the recording cannot be read: " + e);
            return null;
        }
    }

    /**
     * Whether the agent has written a recording.
     *
     * @param answer the agent's
     * @return false where it could not, or was not asked to
     */
    public static boolean isThere(Answer answer) {
        return answer.find(RecordingClock.TABLE).isPresent();
    }
}
