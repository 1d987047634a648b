package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.counts.SampleChoice;
import org.latencyprobes.internal.inflight.UnownedCalls;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * The targets of a probe's call sites, by mode.
 *
 * <p>Hot path. {@code on}: the enter reads the clock and notes that a call has begun, the exit reads it again and records, with what was
 * inside. {@code sampled}: the enter does that for calls chosen by chance, and else gives {@link OpenCalls#notTimed}, at which the exit counts.
 * {@code counted}: {@link #COUNT_ONLY} for all calls. {@code off}: a constant and nothing. With self times, {@link SelfExits} record those
 * besides. The exit ignores {@link #IGNORED}, what began before its agent came, and what began by another clock, whatever its mode. An exit
 * that is off ignores everything. So a call that straddles a change of clock or agent, or from or to off, records nothing. No allocation, no
 * lock, nothing thrown.
 */
final class SiteTargets {

    /** What an enter returns for a call that its exit is to ignore: no reading of any {@link Clock}. */
    static final long IGNORED = Long.MIN_VALUE;

    /** What an enter returns for a call that is to be counted, or what {@link OpenCalls#notTimed} is: no reading of any {@link Clock}. */
    static final long COUNT_ONLY = OpenCalls.NOT_TIMED;

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

    private static final Class<?>[] BOUND = {ProbeRecorder.class, ExitLinkTimes.class};

    private SiteTargets() {}

    /** What a site of any type runs that does nothing: constants of the JDK. An object given back as null replaces nothing. */
    static MethodHandle off(MethodType type) {
        return type.equals(ENTER) ? MethodHandles.constant(long.class, IGNORED) : MethodHandles.empty(type);
    }

    /** Each handle is made when a mode needs it: what the JDK makes for the first of its kind is dear at the start of a JVM. */
    static MethodHandle enter(Mode mode, Clock clock) {
        if (mode.isOn()) {
            return handle("enter", ENTER.insertParameterTypes(0, Clock.class)).bindTo(clock);
        }
        if (mode.isOff()) {
            return off(ENTER);
        }
        return mode.oneIn() == 0
                ? MethodHandles.constant(long.class, COUNT_ONLY)
                : MethodHandles.insertArguments(
                        handle("sampledEnter", ENTER.appendParameterTypes(Clock.class, SampleChoice.class)),
                        0,
                        clock,
                        SampleChoice.oneIn(mode.oneIn()));
    }

    /** Takes a probe and what it knows of first exits before the rest. */
    static MethodHandle methodExit(Mode mode, Clock clock, SelfKind self) {
        if (mode.isOff()) {
            return MethodHandles.empty(METHOD_EXIT.insertParameterTypes(0, BOUND));
        }
        return (isPlain(mode, self) ? plainExit(mode, METHOD_EXIT) : SelfExits.methodExit(mode, self)).bindTo(clock);
    }

    /** Whether the exits of a mode are the same as without self times. */
    private static boolean isPlain(Mode mode, SelfKind self) {
        return self == SelfKind.UNWANTED || self == SelfKind.OF_OTHERS && mode.isOn();
    }

    /** The same for constructors. */
    static MethodHandle constructorExit(Mode mode, Clock clock, SelfKind self) {
        if (mode.isOff()) {
            return MethodHandles.empty(CONSTRUCTOR_EXIT.insertParameterTypes(0, BOUND));
        }
        return (isPlain(mode, self) ? plainExit(mode, CONSTRUCTOR_EXIT) : SelfExits.constructorExit(mode, self))
                .bindTo(clock);
    }

    /** Takes a clock first. */
    private static MethodHandle plainExit(Mode mode, MethodType site) {
        return handle(mode.isOn() ? "exit" : "countingExit", exitType(site));
    }

    private static MethodHandle handle(String name, MethodType type) {
        return Handles.statically(MethodHandles.lookup(), name, type);
    }

    /** The start of a call that is chosen by chance. The others are counted. */
    static long sampledEnter(Clock clock, SampleChoice choice) {
        OpenCalls calls = OpenCalls.ofCurrentThread();
        if (calls == null) {
            return choice.isChosenWithoutStripe() ? enter(clock) : COUNT_ONLY;
        }
        if (!calls.isChosen(choice)) {
            return calls.notTimed();
        }
        calls.noteCounted(choice.others());
        long startTicks = clock.now();
        calls.begin(startTicks);
        return startTicks;
    }

    static void countingExit(
            Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks, Throwable thrown) {
        if (thrown == null && probe.untimed().countOkOf(startTicks)) {
            return;
        }
        if (OpenCalls.isNotTimed(startTicks)) {
            countUntimed(probe, startTicks, thrown == null ? Outcome.OK : Outcome.ERROR);
        } else {
            exit(clock, probe, linkTimes, startTicks, thrown);
        }
    }

    static void countingExit(Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks) {
        countingExit(clock, probe, linkTimes, startTicks, null);
    }

    /** Counts a call that is not timed. Where none of its probe is, it is one inside those around it. */
    static void countUntimed(ProbeRecorder probe, long startTicks, Outcome outcome) {
        OpenCalls calls = startTicks == COUNT_ONLY ? OpenCalls.ofCurrentThread() : null;
        if (calls != null) {
            calls.noteCounted(1);
            if (outcome == Outcome.OK && probe.untimed().countOkOf(calls.notTimed())) {
                return;
            }
        }
        probe.countUntimed(outcome);
    }

    /** The same, noted for the self times of calls around it. */
    static void countUntimedInside(ProbeRecorder probe, long startTicks, Outcome outcome) {
        countUntimed(probe, startTicks, outcome);
        OpenCalls calls = OpenCalls.ofCurrentThread();
        if (calls != null) {
            calls.noteUntimed();
        }
    }

    static long enter(Clock clock) {
        OpenCalls calls = OpenCalls.ofCurrentThread();
        long startTicks = clock.now();
        if (calls != null) {
            calls.begin(startTicks);
        } else {
            UnownedCalls.begin(startTicks);
        }
        return startTicks;
    }

    static void exit(Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks, Throwable thrown) {
        long endTicks = clock.now();
        long ticks = endTicks - startTicks;
        if (startTicks < linkTimes.linkedTicks || ticks < 0) {
            linkTimes.record(probe, startTicks, endTicks, thrown == null ? Outcome.OK : Outcome.ERROR);
        } else if (thrown != null) {
            probe.sampleNested(clock.nanos(ticks), startTicks, Outcome.ERROR);
        } else if (probe.sampleNested(clock.nanos(ticks), startTicks, Outcome.OK)) {
            clock.now();
            InPlaceCost.add(clock.nanos(clock.now() - endTicks));
        }
    }

    static void exit(Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks) {
        long endTicks = clock.now();
        long ticks = endTicks - startTicks;
        if (startTicks < linkTimes.linkedTicks || ticks < 0) {
            linkTimes.record(probe, startTicks, endTicks, Outcome.OK);
        } else if (probe.sampleNested(clock.nanos(ticks), startTicks, Outcome.OK)) {
            clock.now();
            InPlaceCost.add(clock.nanos(clock.now() - endTicks));
        }
    }

    static MethodType exitType(MethodType site) {
        return site.insertParameterTypes(0, BOUND).insertParameterTypes(0, Clock.class);
    }
}
