package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.probe.LatencyProbe;

/**
 * The mode of all probes that have none of their own: one call site that the targets of all of theirs ask.
 *
 * <p>The JVM deoptimises what depends on a call site when its target is set, site by site. So what is switched together asks one
 * site, which the JIT takes for a constant like any other: asking costs nothing. The site is made for the first probe, since it costs the
 * start of a JVM without any. Thread-safe; switched by one thread at a time.
 */
final class CommonMode {

    private volatile Mode mode;
    private Targets targets;

    CommonMode(Mode mode) {
        this.mode = mode;
    }

    /** The targets of sites. Each exit takes a probe and its link times before the rest. */
    private record Targets(
            MutableCallSite isOn, MethodHandle enter, MethodHandle methodExit, MethodHandle constructorExit) {

        static Targets of(Mode mode, Clock clock) {
            MutableCallSite isOn = new MutableCallSite(isOn(mode));
            MethodHandle asked = isOn.dynamicInvoker();
            return new Targets(
                    isOn,
                    MethodHandles.guardWithTest(
                            asked, SiteTargets.enter(Mode.ON, clock), SiteTargets.enter(Mode.OFF, clock)),
                    MethodHandles.guardWithTest(
                            asked, SiteTargets.methodExit(Mode.ON, clock), SiteTargets.methodExit(Mode.OFF, clock)),
                    MethodHandles.guardWithTest(
                            asked,
                            SiteTargets.constructorExit(Mode.ON, clock),
                            SiteTargets.constructorExit(Mode.OFF, clock)));
        }

        static MethodHandle isOn(Mode mode) {
            return MethodHandles.constant(boolean.class, mode == Mode.ON);
        }
    }

    private synchronized Targets targets(Clock clock) {
        if (targets == null) {
            targets = Targets.of(mode, clock);
        }
        return targets;
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
            targets.isOn().setTarget(Targets.isOn(wanted));
            MutableCallSite.syncAll(new MutableCallSite[] {targets.isOn()});
        }
    }

    MethodHandle enter(Clock clock) {
        return targets(clock).enter();
    }

    MethodHandle methodExit(Clock clock, LatencyProbe probe, ExitLinkTimes linkTimes) {
        return targets(clock).methodExit().bindTo(probe).bindTo(linkTimes);
    }

    MethodHandle constructorExit(Clock clock, LatencyProbe probe, ExitLinkTimes linkTimes) {
        return targets(clock).constructorExit().bindTo(probe).bindTo(linkTimes);
    }
}
