package org.latencyprobes.cli.why.recording;

import java.util.List;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Wait;

/** A maker of timelines for tests of other packages. */
public final class DeepTimelines {

    private DeepTimelines() {}

    public static DeepTimeline of(long from, long to, List<Wait> waits, List<Pause> pauses) {
        DeepTimeline timeline = new DeepTimeline(from, to);
        waits.forEach(timeline::add);
        pauses.forEach(timeline::add);
        timeline.sort();
        return timeline;
    }

    /** One in which somebody used a pool's connection. */
    public static DeepTimeline used(
            long from, long to, List<Wait> waits, String awaited, Holder user, long useFrom, long useTo) {
        DeepTimeline timeline = of(from, to, waits, List.of());
        timeline.addPoolUse(awaited, user, new Span(useFrom, useTo));
        return timeline;
    }

    /** One of waits before synchronized methods. */
    public static DeepTimeline entries(long from, long to, List<MonitorEntry> entries) {
        DeepTimeline timeline = new DeepTimeline(from, to);
        entries.forEach(timeline::add);
        return timeline;
    }

    /** One in which threads met deoptimisations only, one at each moment. */
    public static DeepTimeline deoptimised(long from, long to, long threadId, String method, List<Long> nanoTimes) {
        DeepTimeline timeline = new DeepTimeline(from, to);
        nanoTimes.forEach(
                nanoTime -> timeline.add(threadId, new DeepTimeline.Deoptimisation(nanoTime, method, "unstable_if")));
        return timeline;
    }
}
