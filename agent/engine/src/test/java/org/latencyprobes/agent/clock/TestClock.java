package org.latencyprobes.agent.clock;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/** A counter in the range of the time-stamp counter's, made of {@link System#nanoTime} and of faults that a test wants. */
public final class TestClock extends Clock {

    private static final long START_NANOS = System.nanoTime() - 1_000_000_000;

    private final long factor;
    private final long ticksPerSecond;
    private final LongUnaryOperator fault;
    private final AtomicLong addedNanos = new AtomicLong();
    private ClockName name = ClockName.TSC;

    /**
     * A counter.
     *
     * @param claimed its frequency, as it says
     * @param ticksPerSecond its true frequency
     * @param fault makes a reading of the right one
     */
    public TestClock(long claimed, long ticksPerSecond, LongUnaryOperator fault) {
        super(0);
        factor = TickLength.factor(claimed);
        this.ticksPerSecond = ticksPerSecond;
        this.fault = fault;
    }

    /** Of 2.5 GHz, without fault. */
    public TestClock() {
        this(2_500_000_000L, 2_500_000_000L, ticks -> ticks);
    }

    /** The same under another name. */
    TestClock named(ClockName another) {
        name = another;
        return this;
    }

    /** Moves it, forward or back. */
    public void jump(long nanos) {
        addedNanos.addAndGet(nanos);
    }

    @Override
    public long now() {
        long nanos = System.nanoTime() - START_NANOS + addedNanos.get();
        return fault.applyAsLong(
                nanos / 1_000 * (ticksPerSecond / 1_000_000) + nanos % 1_000 * (ticksPerSecond / 1_000_000) / 1_000);
    }

    @Override
    public long nanos(long ticks) {
        return TickLength.nanos(ticks, factor);
    }

    @Override
    public ClockName name() {
        return name;
    }
}
