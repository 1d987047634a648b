package org.latencyprobes.probe;

import java.util.concurrent.TimeUnit;

/** A timeline whose clocks are a test's to set. */
public final class SetClock extends Timeline {

    private long wallMillis;
    private long nanos;

    /** Begins at a time. */
    public SetClock(long startMillis) {
        wallMillis = startMillis;
        nowMillis(); // the machine's clock is ahead of none at all, and so is followed
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
    protected long wallMillis() {
        return wallMillis;
    }

    @Override
    protected long monotonicNanos() {
        return nanos;
    }
}
