package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * The call sites of one probe: shared by all woven instructions of its methods, so that one change of targets switches them all.
 *
 * <p>Linked by any thread, switched by the control thread alone. A site's target is a plain field that the JIT takes for a constant;
 * {@link MutableCallSite#syncAll} makes a new one seen everywhere. What completes later has a part of its own, made when a method needs
 * it.
 */
final class ProbeSites {

    private final ProbeRecorder probe;
    private final MutableCallSite enter;
    private final MutableCallSite methodExit;
    private MutableCallSite constructorExit; // null until a constructor is linked
    private OutermostCalls outermost; // null until a method is linked of which only the outermost calls count
    private final CommonMode common;
    private Clock clock;
    private volatile ExitLinkTimes linkTimes;
    private volatile Mode own;
    private boolean retired;
    private AsyncSites async;

    /** For a probe with this mode, or, if it is null, the common one. */
    ProbeSites(ProbeRecorder probe, CommonMode common, Mode own, Clock clock) {
        this.probe = probe;
        this.common = common;
        this.own = own;
        this.clock = clock;
        linkTimes = new ExitLinkTimes(clock);
        tellProbe();
        // with their targets: for a site without one, the JDK makes ten forms of method handles more
        methodExit = new MutableCallSite(methodExitTarget(openedSelf()));
        enter = new MutableCallSite(enterTarget());
    }

    /** The probe of a name and tags, as woven instructions carry them. */
    static ProbeRecorder probe(List<Object> key) {
        String[] tags = new String[key.size() - 1];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = (String) key.get(i + 1);
        }
        return ProbeRecorder.named((String) key.get(0), tags);
    }

    private void setTargets() {
        tellProbe();
        SelfKind self = openedSelf();
        methodExit.setTarget(methodExitTarget(self));
        enter.setTarget(enterTarget());
        if (outermost != null) {
            outermost.follow(mode(), clock, methodExit.getTarget());
        }
        if (constructorExit != null) {
            constructorExit.setTarget(constructorTarget(self));
        }
    }

    private SelfKind openedSelf() {
        SelfKind self = common.self(probe);
        if (self == SelfKind.RECORDED && !probe.self().open()) {
            MemoryCap.warn(probe.name() + " (self time)");
        }
        return self;
    }

    private MethodHandle enterTarget() {
        return own == null ? common.enter(clock, probe) : SiteTargets.enter(own, clock);
    }

    private MethodHandle methodExitTarget(SelfKind self) {
        return own == null
                ? common.methodExit(clock, probe, linkTimes)
                : SiteTargets.methodExit(own, clock, self).bindTo(probe).bindTo(linkTimes);
    }

    private MethodHandle constructorTarget(SelfKind self) {
        return own == null
                ? common.constructorExit(clock, probe, linkTimes)
                : SiteTargets.constructorExit(own, clock, self).bindTo(probe).bindTo(linkTimes);
    }

    /** What is timed, for its readers; off adds nothing to what they read. */
    private void tellProbe() {
        if (!mode().isOff()) {
            probe.timesOneIn(mode().oneIn());
        }
    }

    CallSite site(String name, MethodType type) {
        if (type.equals(SiteTargets.ENTER)) {
            return enter;
        }
        if (type.equals(SiteTargets.METHOD_EXIT)) {
            return methodExit;
        }
        return laterSite(name, type);
    }

    /** While no clock, mode or self time of all probes changes. */
    synchronized CallSite constructorExit() {
        if (retired) {
            return new ConstantCallSite(SiteTargets.off(SiteTargets.CONSTRUCTOR_EXIT));
        }
        if (constructorExit == null) {
            constructorExit = new MutableCallSite(constructorTarget(common.self(probe)));
        }
        return constructorExit;
    }

    /** While no clock, mode or self time of all probes changes. */
    synchronized CallSite outermost(MethodType type) {
        if (retired) {
            return new ConstantCallSite(SiteTargets.off(type));
        }
        if (outermost == null) {
            outermost = new OutermostCalls();
            outermost.follow(mode(), clock, methodExit.getTarget());
        }
        return outermost.site(type);
    }

    /** On the thread that links an exit of this probe, and since when. */
    void exitLinked(MethodType type, long beganTicks) {
        if (type.equals(SiteTargets.METHOD_EXIT) || type.equals(SiteTargets.CONSTRUCTOR_EXIT)) {
            linkTimes.linked(beganTicks);
        }
    }

    private synchronized CallSite laterSite(String name, MethodType type) {
        if (retired) {
            return new ConstantCallSite(SiteTargets.off(type));
        }
        if (type.equals(SiteTargets.STAGE_EXIT)) {
            return async().stageExit();
        }
        if (type.equals(SiteTargets.SUSPENSION_EXIT)) {
            return async().suspensionExit();
        }
        throw new IllegalArgumentException("no call site \"" + name + "\" of type " + type);
    }

    /** The part for what completes later. */
    synchronized AsyncSites async() {
        if (async == null) {
            async = new AsyncSites(probe, mode(), clock);
        }
        return async;
    }

    ProbeRecorder probe() {
        return probe;
    }

    synchronized long abandoned() {
        return async == null ? 0 : async.abandoned();
    }

    /**
     * Gives the probe a mode of its own, or with null the common one again; it may have been that already, which has changed. Returns whether
     * {@link #sites} have new targets, to be seen by all threads after {@link MutableCallSite#syncAll}.
     */
    synchronized boolean mode(Mode wanted) {
        boolean isNew = own != null || wanted != null || outermost != null;
        own = wanted;
        if (isNew) {
            setTargets();
        } else {
            tellProbe();
        }
        if (async != null) {
            async.mode(mode());
        }
        return isNew;
    }

    /** Has all of it use another clock, which is above the one before; seen by all threads after {@link MutableCallSite#syncAll}. */
    synchronized void clock(Clock next) {
        clock = next;
        linkTimes = new ExitLinkTimes(next);
        if (async != null) {
            async.clock(next);
        }
        if (!retired) {
            setTargets();
        }
    }

    /** Follows a change of self times; seen by all threads after {@link MutableCallSite#syncAll}. */
    synchronized void followSelf() {
        if (!retired) {
            setTargets();
        }
    }

    Mode mode() {
        Mode present = own;
        return present == null ? common.mode() : present;
    }

    /** Makes all of it constants of the JDK, for good. */
    synchronized void retire() {
        own = Mode.OFF;
        retired = true;
        for (MutableCallSite site : sites()) {
            site.setTarget(SiteTargets.off(site.type()));
        }
        if (async != null) {
            async.retire();
        }
    }

    synchronized List<MutableCallSite> sites() {
        List<MutableCallSite> sites = new ArrayList<>(List.of(enter, methodExit));
        if (constructorExit != null) {
            sites.add(constructorExit);
        }
        if (outermost != null) {
            sites.addAll(outermost.sites());
        }
        if (async != null) {
            sites.addAll(async.sites());
        }
        return sites;
    }
}
