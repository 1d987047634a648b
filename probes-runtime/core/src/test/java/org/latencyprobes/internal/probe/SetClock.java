package org.latencyprobes.internal.probe;

import java.util.concurrent.TimeUnit;

/** Clocks that are a test's to set, and a timeline that follows them. */
public final class SetClock extends Timeline.Clocks {

    private final Timeline timeline;
    private long wallMillis;
    private long nanos;

    /** Begins at a time. */
    public SetClock(long startMillis) {
        wallMillis = startMillis;
        timeline = new Timeline(this);
    }

    /** The timeline that follows them. */
    public Timeline timeline() {
        return timeline;
    }

    /** Sets the machine's clock by so much. */
    public void set(long byMillis) {
        wallMillis += byMillis;
    }

    /** Lets time pass. */
    public void pass(long millis) {
        wallMillis += millis;
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Override
    long wallMillis() {
        return wallMillis;
    }

    @Override
    long monotonicNanos() {
        return nanos;
    }
}
