package org.latencyprobes.agent.clock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The clock {@link System#nanoTime}, moved to the second range of readings. One tick is 1 ns. */
public final class NanoTimeClock extends Clock {

    private static final MethodHandle READING = find();

    /** Begins to use it. */
    public NanoTimeClock() {
        super(read());
    }

    private static MethodHandle find() {
        try {
            return MethodHandles.lookup().findStatic(NanoTimeClock.class, "read", MethodType.methodType(long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static long read() {
        return System.nanoTime() + SECOND_RANGE;
    }

    @Override
    public long now() {
        return read();
    }

    @Override
    public MethodHandle reading() {
        return READING;
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
