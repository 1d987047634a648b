package org.latencyprobes.agent.clock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The processor's time-stamp counter, as Flight Recorder reads it: {@code jdk.jfr.internal.JVM.counterTime()}.
 *
 * <p>HotSpot compiles that method to a reading of the counter where it is one that runs evenly on all processors, and has its frequency
 * from the processor's name. It does so without Flight Recorder's running. Where it cannot, the method reads what {@link System#nanoTime}
 * reads, and the frequency is 1 GHz.
 *
 * <p>The class is initialised while {@link FlightRecorderClock} has access to the package, and then holds the method and the frequency in constants.
 */
final class TickClock extends Clock {

    static final String PACKAGE = "jdk.jfr.internal";

    private static final MethodHandle COUNTER_TIME = find("counterTime");
    static final long FREQUENCY = frequency();
    private static final long FACTOR = TickLength.factor(FREQUENCY);

    TickClock() {
        super(read());
    }

    private static MethodHandle find(String name) {
        try {
            return FlightRecorderClock.inner().findStatic(inner(), name, MethodType.methodType(long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static Class<?> inner() throws ClassNotFoundException {
        return Class.forName(PACKAGE + ".JVM", true, null);
    }

    /** Before JDK 22 on an instance. */
    private static long frequency() {
        try {
            return (long) frequencyHandle().invoke();
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle frequencyHandle() throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = FlightRecorderClock.inner();
        MethodType type = MethodType.methodType(long.class);
        try {
            return lookup.findStatic(inner(), "getTicksFrequency", type);
        } catch (NoSuchMethodException | IllegalAccessException onAnInstance) {
            MethodHandle instance = lookup.findStatic(inner(), "getJVM", MethodType.methodType(inner()));
            return MethodHandles.foldArguments(lookup.findVirtual(inner(), "getTicksFrequency", type), instance);
        }
    }

    private static long read() {
        try {
            return (long) COUNTER_TIME.invokeExact();
        } catch (RuntimeException | Error e) { // the application's stack is at its end
            throw e;
        } catch (Throwable e) { // which it never does
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long now() {
        return read();
    }

    @Override
    public long nanos(long ticks) {
        return TickLength.nanos(ticks, FACTOR);
    }

    @Override
    public ClockName name() {
        return ClockName.TSC;
    }
}
