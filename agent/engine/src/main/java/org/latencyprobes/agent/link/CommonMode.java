package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import org.latencyprobes.probe.LatencyProbe;

/**
 * The mode of all probes that have none of their own: one call site that the targets of all of theirs ask.
 *
 * <p>The JVM deoptimises what depends on a call site when its target is set, site by site. So what is switched together asks one
 * site, which the JIT takes for a constant like any other: asking costs nothing. The site is made for the first probe, since it costs the
 * start of a JVM without any. Thread-safe; switched by one thread at a time.
 */
final class CommonMode {

    private volatile boolean on;
    private Targets targets;

    CommonMode(boolean on) {
        this.on = on;
    }

    /** What sites run; the exits take a probe and what it knows of first exits before the rest. */
    private record Targets(
            MutableCallSite isOn, MethodHandle enter, MethodHandle methodExit, MethodHandle constructorExit) {

        static Targets of(boolean on) {
            MutableCallSite isOn = new MutableCallSite(MethodHandles.constant(boolean.class, on));
            MethodHandle asked = isOn.dynamicInvoker();
            return new Targets(
                    isOn,
                    MethodHandles.guardWithTest(asked, Recording.enter(true), Recording.enter(false)),
                    MethodHandles.guardWithTest(asked, Recording.methodExit(true), Recording.methodExit(false)),
                    MethodHandles.guardWithTest(
                            asked, Recording.constructorExit(true), Recording.constructorExit(false)));
        }
    }

    private synchronized Targets targets() {
        if (targets == null) {
            targets = Targets.of(on);
        }
        return targets;
    }

    boolean isOn() {
        return on;
    }

    /** Is seen by all threads when it returns. */
    synchronized void set(boolean wanted) {
        on = wanted;
        if (targets != null) {
            targets.isOn().setTarget(MethodHandles.constant(boolean.class, wanted));
            MutableCallSite.syncAll(new MutableCallSite[] {targets.isOn()});
        }
    }

    MethodHandle enter() {
        return targets().enter();
    }

    MethodHandle methodExit(LatencyProbe probe, FirstExits first) {
        return targets().methodExit().bindTo(probe).bindTo(first);
    }

    MethodHandle constructorExit(LatencyProbe probe, FirstExits first) {
        return targets().constructorExit().bindTo(probe).bindTo(first);
    }
}
