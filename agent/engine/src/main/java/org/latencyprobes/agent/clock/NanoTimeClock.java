package org.latencyprobes.agent.clock;

/** The clock {@link System#nanoTime}, moved to the second range of readings. One tick is 1 ns. */
public final class NanoTimeClock extends Clock {

    /** Begins to use it. */
    public NanoTimeClock() {
        super(read());
    }

    private static long read() {
        return System.nanoTime() + SECOND_RANGE;
    }

    @Override
    public long now() {
        return read();
    }

    @Override
    public long nanos(long ticks) {
        return ticks;
    }

    @Override
    public ClockName name() {
        return ClockName.NANOTIME;
    }
}
