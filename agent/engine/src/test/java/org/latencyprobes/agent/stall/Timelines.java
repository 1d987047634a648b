package org.latencyprobes.agent.stall;

import java.util.concurrent.TimeUnit;
import org.latencyprobes.explain.StallKind;

/** Timelines with stalls that a test says. Times are in ms since some moment. */
public final class Timelines {

    private final StallTimeline timeline = new StallTimeline();
    private final long originNanos;

    /**
     * Begins a timeline at the origin.
     *
     * @param originNanos the moment that times refer to, as {@link System#nanoTime()} counts
     */
    public Timelines(long originNanos) {
        this.originNanos = originNanos;
        timeline.beginWatch(originNanos);
    }

    public Timelines stall(StallKind kind, long startMillis, long millis) {
        timeline.add(kind, nanos(startMillis), TimeUnit.MILLISECONDS.toNanos(millis), 0);
        return this;
    }

    public Timelines settle(long millis) {
        timeline.settle(nanos(millis));
        return this;
    }

    public long nanos(long millis) {
        return originNanos + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    public StallTimeline timeline() {
        return timeline;
    }
}
