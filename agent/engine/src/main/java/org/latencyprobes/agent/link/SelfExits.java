package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * The exits that record self times besides what those of {@link SiteTargets} do. Loaded where they are wanted. Hot path: no allocation, no
 * lock, nothing thrown.
 */
final class SelfExits {

    private static final MethodHandle METHOD_EXIT = handle("exit", SiteTargets.METHOD_EXIT);
    private static final MethodHandle CONSTRUCTOR_EXIT = handle("exit", SiteTargets.CONSTRUCTOR_EXIT);
    private static final MethodHandle METHOD_EXIT_COUNTING = handle("countingExit", SiteTargets.METHOD_EXIT);
    private static final MethodHandle CONSTRUCTOR_EXIT_COUNTING = handle("countingExit", SiteTargets.CONSTRUCTOR_EXIT);
    private static final MethodHandle METHOD_EXIT_NOTING = handle("notingExit", SiteTargets.METHOD_EXIT);
    private static final MethodHandle CONSTRUCTOR_EXIT_NOTING = handle("notingExit", SiteTargets.CONSTRUCTOR_EXIT);

    private SelfExits() {}

    /** Takes a clock, a probe and what it knows of first exits before the rest. For any mode but off. */
    static MethodHandle methodExit(Mode mode, SelfKind self) {
        return self == SelfKind.OF_OTHERS ? METHOD_EXIT_NOTING : mode.isOn() ? METHOD_EXIT : METHOD_EXIT_COUNTING;
    }

    /** The same for constructors. */
    static MethodHandle constructorExit(Mode mode, SelfKind self) {
        return self == SelfKind.OF_OTHERS
                ? CONSTRUCTOR_EXIT_NOTING
                : mode.isOn() ? CONSTRUCTOR_EXIT : CONSTRUCTOR_EXIT_COUNTING;
    }

    /** Without a self time of the probe's own; calls around it lack its time. */
    static void notingExit(
            Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks, Throwable thrown) {
        if (OpenCalls.isNotTimed(startTicks)) {
            SiteTargets.countUntimedInside(probe, startTicks, thrown == null ? Outcome.OK : Outcome.ERROR);
        } else {
            SiteTargets.exit(clock, probe, linkTimes, startTicks, thrown);
        }
    }

    static void notingExit(Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks) {
        notingExit(clock, probe, linkTimes, startTicks, null);
    }

    static void countingExit(
            Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks, Throwable thrown) {
        if (OpenCalls.isNotTimed(startTicks)) {
            SiteTargets.countUntimedInside(probe, startTicks, thrown == null ? Outcome.OK : Outcome.ERROR);
        } else {
            exit(clock, probe, linkTimes, startTicks, thrown);
        }
    }

    static void countingExit(Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks) {
        countingExit(clock, probe, linkTimes, startTicks, null);
    }

    static void exit(Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks, Throwable thrown) {
        long endTicks = clock.now();
        long ticks = endTicks - startTicks;
        Outcome outcome = thrown == null ? Outcome.OK : Outcome.ERROR;
        if (startTicks < linkTimes.linkedTicks || ticks < 0) {
            recordFirst(probe, linkTimes.record(probe, startTicks, endTicks, outcome), outcome);
            return;
        }
        long nanos = clock.nanos(ticks);
        boolean isCostDue = probe.sampleNested(nanos, startTicks, outcome);
        probe.self().sample(nanos, outcome);
        if (isCostDue && thrown == null) {
            clock.now();
            InPlaceCost.add(clock.nanos(clock.now() - endTicks));
        }
    }

    private static void recordFirst(ProbeRecorder probe, long nanos, Outcome outcome) {
        if (nanos != Clock.NOT_OURS) {
            probe.self().sample(nanos, outcome);
        }
    }

    static void exit(Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes, long startTicks) {
        exit(clock, probe, linkTimes, startTicks, null);
    }

    private static MethodHandle handle(String name, MethodType site) {
        return Handles.statically(MethodHandles.lookup(), name, SiteTargets.exitType(site));
    }
}
