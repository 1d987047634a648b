package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.probe.LatencyProbe;
import org.latencyprobes.probe.Outcome;

/**
 * The targets of a probe's call sites, by mode.
 *
 * <p>Hot path. {@code on}: the enter reads the clock, the exit reads it again and records. {@code off}: a constant and nothing. The exit
 * ignores {@link #NOT_TIMED} and what began before {@link #SINCE_NANOS}, whatever its mode. An exit that is off ignores everything. So a
 * call that straddles a change of mode or agent records nothing. No allocation, no lock, nothing thrown.
 */
final class SiteTargets {

    /** What an enter returns that did not time: no reading of a clock that counts from a start, in this century or the next. */
    static final long NOT_TIMED = Long.MIN_VALUE;

    /**
     * When this agent came. A call that began before was timed for an agent that has left: its exit may be linked only now, by this one.
     * Every start that was not timed is before, too.
     */
    static final long SINCE_NANOS = System.nanoTime();

    static final MethodType ENTER = MethodType.methodType(long.class);
    static final MethodType METHOD_EXIT = MethodType.methodType(void.class, long.class, Throwable.class);
    static final MethodType CONSTRUCTOR_EXIT = MethodType.methodType(void.class, long.class);

    static final MethodType STAGE_EXIT = MethodType.methodType(void.class, long.class, Object.class, Throwable.class);
    /** Gives back the publisher to return in place of the original, or null. */
    static final MethodType PUBLISHER_EXIT = STAGE_EXIT.changeReturnType(Object.class);
    /** Gives back the continuation to take in place of the caller's, or null. */
    static final MethodType SUSPENSION_ENTER = MethodType.methodType(Object.class, Object.class);
    /** Takes what the enter gave back. */
    static final MethodType SUSPENSION_EXIT =
            MethodType.methodType(void.class, Object.class, Object.class, Throwable.class);

    private static final MethodHandle NANO_TIME = find(System.class, "nanoTime", ENTER);
    private static final MethodHandle METHOD_EXIT_ON = find(
            SiteTargets.class, "exit", METHOD_EXIT.insertParameterTypes(0, LatencyProbe.class, ExitLinkTimes.class));
    private static final MethodHandle CONSTRUCTOR_EXIT_ON = find(
            SiteTargets.class,
            "exit",
            CONSTRUCTOR_EXIT.insertParameterTypes(0, LatencyProbe.class, ExitLinkTimes.class));
    private static final MethodHandle ENTER_OFF = MethodHandles.constant(long.class, NOT_TIMED);
    private static final MethodHandle METHOD_EXIT_OFF = MethodHandles.empty(METHOD_EXIT_ON.type());
    private static final MethodHandle CONSTRUCTOR_EXIT_OFF = MethodHandles.empty(CONSTRUCTOR_EXIT_ON.type());

    private SiteTargets() {}

    /** What a site of any type runs that does nothing: constants of the JDK. An object given back as null replaces nothing. */
    static MethodHandle off(MethodType type) {
        return type.equals(ENTER) ? ENTER_OFF : MethodHandles.empty(type);
    }

    static MethodHandle enter(Mode mode) {
        return switch (mode) {
            case ON -> NANO_TIME;
            case OFF -> ENTER_OFF;
        };
    }

    /** Takes a probe and what it knows of first exits before the rest. */
    static MethodHandle methodExit(Mode mode) {
        return switch (mode) {
            case ON -> METHOD_EXIT_ON;
            case OFF -> METHOD_EXIT_OFF;
        };
    }

    /** Takes a probe and what it knows of first exits before the rest. */
    static MethodHandle constructorExit(Mode mode) {
        return switch (mode) {
            case ON -> CONSTRUCTOR_EXIT_ON;
            case OFF -> CONSTRUCTOR_EXIT_OFF;
        };
    }

    static void exit(LatencyProbe probe, ExitLinkTimes linkTimes, long startNanos, Throwable thrown) {
        long endNanos = System.nanoTime();
        if (startNanos < linkTimes.linkedNanos) {
            linkTimes.record(probe, startNanos, endNanos, thrown == null ? Outcome.OK : Outcome.ERROR);
        } else if (thrown == null) {
            probe.sampleNanos(endNanos - startNanos);
        } else {
            probe.sampleNanos(endNanos - startNanos, Outcome.ERROR);
        }
    }

    static void exit(LatencyProbe probe, ExitLinkTimes linkTimes, long startNanos) {
        long endNanos = System.nanoTime();
        if (startNanos < linkTimes.linkedNanos) {
            linkTimes.record(probe, startNanos, endNanos, Outcome.OK);
        } else {
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
