package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.pattern.ProbeNames;
import org.latencyprobes.probe.LatencyProbe;

/**
 * The mode of all probes that have none of their own, and of which probes self times are recorded: call sites that the targets of all of theirs ask.
 *
 * <p>The JVM deoptimises what depends on a call site when its target is set, site by site. So what is switched together asks the
 * same sites, which the JIT takes for constants like any other: asking costs nothing. They are made for the first probe, since it costs the
 * start of a JVM without any. Thread-safe; switched by one thread at a time.
 */
final class CommonMode {

    private volatile Mode mode;
    private volatile ProbeNames self;
    private Map<SelfKind, Targets> targets;

    /** With the probes whose self times are recorded, or null for none. */
    CommonMode(Mode mode, ProbeNames self) {
        this.mode = mode;
        this.self = self;
    }

    /**
     * The sites that the targets ask, and the targets. Each exit takes a probe and its link times before the rest.
     *
     * <p>The first site says whether the mode is on; the others are asked where it is not, and need not change for a switch to on and back.
     */
    private record Targets(
            Clock clock,
            MutableCallSite isOn,
            MutableCallSite isCounting,
            MutableCallSite enterElse,
            MethodHandle enter,
            MethodHandle methodExit,
            MethodHandle constructorExit) {

        static Targets of(Mode mode, Clock clock, SelfKind self) {
            MutableCallSite isOn = new MutableCallSite(constant(mode.isOn()));
            MutableCallSite isCounting = new MutableCallSite(constant(isCounting(mode)));
            MutableCallSite enterElse = new MutableCallSite(SiteTargets.enter(mode.isOn() ? Mode.OFF : mode, clock));
            MethodHandle on = isOn.dynamicInvoker();
            MethodHandle counting = isCounting.dynamicInvoker();
            return new Targets(
                    clock,
                    isOn,
                    isCounting,
                    enterElse,
                    MethodHandles.guardWithTest(on, SiteTargets.enter(Mode.ON, clock), enterElse.dynamicInvoker()),
                    MethodHandles.guardWithTest(
                            on,
                            SiteTargets.methodExit(Mode.ON, clock, self),
                            MethodHandles.guardWithTest(
                                    counting,
                                    SiteTargets.methodExit(Mode.COUNTED, clock, self),
                                    SiteTargets.methodExit(Mode.OFF, clock, self))),
                    MethodHandles.guardWithTest(
                            on,
                            SiteTargets.constructorExit(Mode.ON, clock, self),
                            MethodHandles.guardWithTest(
                                    counting,
                                    SiteTargets.constructorExit(Mode.COUNTED, clock, self),
                                    SiteTargets.constructorExit(Mode.OFF, clock, self))));
        }

        static MethodHandle constant(boolean value) {
            return MethodHandles.constant(boolean.class, value);
        }

        static boolean isCounting(Mode mode) {
            return !mode.isOn() && !mode.isOff();
        }

        /** In any order: whatever an enter gave, every exit knows what to do with it. */
        void set(Mode before, Mode wanted) {
            List<MutableCallSite> changed = new ArrayList<>();
            if (!wanted.isOn()) {
                isCounting.setTarget(constant(isCounting(wanted)));
                enterElse.setTarget(SiteTargets.enter(wanted, clock));
                changed.add(isCounting);
                changed.add(enterElse);
            }
            if (before.isOn() != wanted.isOn()) {
                isOn.setTarget(constant(wanted.isOn()));
                changed.add(isOn);
            }
            MutableCallSite.syncAll(changed.toArray(new MutableCallSite[0]));
        }
    }

    private synchronized Targets targets(Clock clock, LatencyProbe probe) {
        if (targets == null) {
            targets = new EnumMap<>(SelfKind.class);
        }
        SelfKind kind = self(probe);
        Targets present = targets.get(kind);
        if (present == null) {
            present = Targets.of(mode, clock, kind);
            targets.put(kind, present);
        }
        return present;
    }

    /** Targets that are given from now on record self times of these probes; null for none. */
    synchronized void self(ProbeNames wanted) {
        self = wanted;
        targets = null;
    }

    ProbeNames self() {
        return self;
    }

    SelfKind self(LatencyProbe probe) {
        ProbeNames wanted = self;
        if (wanted == null) {
            return SelfKind.UNWANTED;
        }
        return wanted.contains(probe.name()) ? SelfKind.RECORDED : SelfKind.OF_OTHERS;
    }

    /** Targets that are given from now on are those of the clock that they are given for. */
    synchronized void clockChanged() {
        targets = null;
    }

    Mode mode() {
        return mode;
    }

    /** Is seen by all threads when it returns. */
    synchronized void set(Mode wanted) {
        Mode before = mode;
        mode = wanted;
        if (targets != null) {
            for (Targets each : targets.values()) {
                each.set(before, wanted);
            }
        }
    }

    MethodHandle enter(Clock clock, LatencyProbe probe) {
        return targets(clock, probe).enter();
    }

    MethodHandle methodExit(Clock clock, LatencyProbe probe, ExitLinkTimes linkTimes) {
        return targets(clock, probe).methodExit().bindTo(probe).bindTo(linkTimes);
    }

    MethodHandle constructorExit(Clock clock, LatencyProbe probe, ExitLinkTimes linkTimes) {
        return targets(clock, probe).constructorExit().bindTo(probe).bindTo(linkTimes);
    }
}
