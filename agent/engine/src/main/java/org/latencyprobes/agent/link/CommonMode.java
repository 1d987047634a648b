package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.pattern.ProbeNames;
import org.latencyprobes.internal.probe.ProbeRecorder;

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

    /** The sites that the targets ask, for one clock and one kind of self times. Each exit takes a probe and its link times before the rest. */
    private static final class Targets {

        private final Clock clock;
        private final SelfKind self;
        private final SpecialisingCalls calls;
        private final Shared enter;
        private final Shared methodExit;
        private Shared constructorExit; // null until a probe's constructor needs it

        Targets(Mode mode, Clock clock, SelfKind self) {
            this.clock = clock;
            this.self = self;
            calls = new SpecialisingCalls(clock);
            enter = Shared.with(SiteTargets.enter(mode, clock));
            methodExit = Shared.with(SiteTargets.methodExit(mode, clock, self));
            calls.ofMethod(enter.site.getTarget(), methodExit.site.getTarget());
        }

        Shared constructorExit(Mode mode) {
            if (constructorExit == null) {
                MethodHandle exit = SiteTargets.constructorExit(mode, clock, self);
                calls.ofConstructor(enter.site.getTarget(), exit);
                constructorExit = Shared.with(exit);
            }
            return constructorExit;
        }

        /** In any order: whatever an enter gave, every exit knows what to do with it. */
        void set(Mode wanted) {
            MethodHandle newEnter = SiteTargets.enter(wanted, clock);
            MethodHandle newExit = SiteTargets.methodExit(wanted, clock, self);
            calls.ofMethod(newEnter, newExit);
            List<MutableCallSite> changed = new ArrayList<>(List.of(enter.site, methodExit.site));
            if (constructorExit != null) {
                MethodHandle newConstructorExit = SiteTargets.constructorExit(wanted, clock, self);
                calls.ofConstructor(newEnter, newConstructorExit);
                constructorExit.site.setTarget(newConstructorExit);
                changed.add(constructorExit.site);
            }
            enter.site.setTarget(newEnter);
            methodExit.site.setTarget(newExit);
            MutableCallSite.syncAll(changed.toArray(new MutableCallSite[0]));
        }
    }

    /** A call site, and what has others ask it. */
    private record Shared(MutableCallSite site, MethodHandle invoker) {

        static Shared with(MethodHandle target) {
            MutableCallSite site = new MutableCallSite(target);
            return new Shared(site, site.dynamicInvoker());
        }
    }

    private synchronized Targets targets(Clock clock, ProbeRecorder probe) {
        if (targets == null) {
            targets = new EnumMap<>(SelfKind.class);
        }
        SelfKind kind = self(probe);
        Targets present = targets.get(kind);
        if (present == null) {
            present = new Targets(mode, clock, kind);
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

    SelfKind self(ProbeRecorder probe) {
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
        mode = wanted;
        if (targets != null) {
            for (Targets each : targets.values()) {
                each.set(wanted);
            }
        }
    }

    MethodHandle enter(Clock clock, ProbeRecorder probe) {
        return targets(clock, probe).enter.invoker;
    }

    MethodHandle methodExit(Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes) {
        return targets(clock, probe).methodExit.invoker.bindTo(probe).bindTo(linkTimes);
    }

    synchronized MethodHandle constructorExit(Clock clock, ProbeRecorder probe, ExitLinkTimes linkTimes) {
        return targets(clock, probe).constructorExit(mode).invoker.bindTo(probe).bindTo(linkTimes);
    }
}
