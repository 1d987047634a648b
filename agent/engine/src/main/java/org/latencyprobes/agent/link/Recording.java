package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.latencyprobes.probe.LatencyProbe;
import org.latencyprobes.probe.Outcome;

/**
 * What the call sites of a probe run, by mode.
 *
 * <p>Hot path. {@code on}: enter reads the clock, exit reads it again and records. {@code off}: a constant and nothing. The exit
 * ignores {@link #NOT_TIMED}, whatever its mode, and an exit that is off ignores everything, so a call that straddles a change of mode
 * records nothing. No allocation, no lock, nothing thrown.
 */
final class Recording {

    /** What an enter returns that did not time: no reading of a clock that counts from a start, in this century or the next. */
    static final long NOT_TIMED = Long.MIN_VALUE;

    static final MethodType ENTER = MethodType.methodType(long.class);
    static final MethodType METHOD_EXIT = MethodType.methodType(void.class, long.class, Throwable.class);
    static final MethodType CONSTRUCTOR_EXIT = MethodType.methodType(void.class, long.class);

    private static final MethodHandle NANO_TIME = find(System.class, "nanoTime", ENTER);
    private static final MethodHandle METHOD_EXIT_ON =
            find(Recording.class, "exit", METHOD_EXIT.insertParameterTypes(0, LatencyProbe.class));
    private static final MethodHandle CONSTRUCTOR_EXIT_ON =
            find(Recording.class, "exit", CONSTRUCTOR_EXIT.insertParameterTypes(0, LatencyProbe.class));
    private static final MethodHandle ENTER_OFF = MethodHandles.constant(long.class, NOT_TIMED);
    private static final MethodHandle METHOD_EXIT_OFF = MethodHandles.empty(METHOD_EXIT);
    private static final MethodHandle CONSTRUCTOR_EXIT_OFF = MethodHandles.empty(CONSTRUCTOR_EXIT);

    private Recording() {}

    static MethodHandle enter(boolean on) {
        return on ? NANO_TIME : ENTER_OFF;
    }

    static MethodHandle methodExit(LatencyProbe probe, boolean on) {
        return on ? METHOD_EXIT_ON.bindTo(probe) : METHOD_EXIT_OFF;
    }

    static MethodHandle constructorExit(LatencyProbe probe, boolean on) {
        return on ? CONSTRUCTOR_EXIT_ON.bindTo(probe) : CONSTRUCTOR_EXIT_OFF;
    }

    static void exit(LatencyProbe probe, long startNanos, Throwable thrown) {
        long endNanos = System.nanoTime();
        if (startNanos == NOT_TIMED) {
            return;
        }
        if (thrown == null) {
            probe.sampleNanos(endNanos - startNanos);
        } else {
            probe.sampleNanos(endNanos - startNanos, Outcome.ERROR);
        }
    }

    static void exit(LatencyProbe probe, long startNanos) {
        long endNanos = System.nanoTime();
        if (startNanos != NOT_TIMED) {
            probe.sampleNanos(endNanos - startNanos);
        }
    }

    private static MethodHandle find(Class<?> type, String name, MethodType methodType) {
        try {
            return MethodHandles.lookup().findStatic(type, name, methodType);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
