package org.latencyprobes.agent.clock;

/** The clock {@link System#nanoTime} where it follows {@link RdtscClock}: in a third range, since that one may have been ahead of it. */
final class LateNanoTimeClock extends Clock {

    private static final long THIRD_RANGE = SECOND_RANGE + SECOND_RANGE / 2;

    LateNanoTimeClock() {
        super(read());
    }

    private static long read() {
        return System.nanoTime() + THIRD_RANGE;
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
