package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.latencyprobes.internal.counts.UntimedCalls;

/**
 * The call sites of methods whose calls are only to be counted, for a while, before they become probes: enters count, and all else does
 * nothing. No reader sees these counts, and no probe is made. Thread-safe; what a call runs allocates nothing, locks nothing and throws
 * nothing.
 */
public final class CountingSites {

    private static final MethodHandle ENTER = Handles.statically(
            MethodHandles.lookup(), "enter", SiteTargets.ENTER.appendParameterTypes(UntimedCalls.class));
    private static final MethodHandle SUSPENSION_ENTER = Handles.statically(
            MethodHandles.lookup(), "enter", SiteTargets.SUSPENSION_ENTER.insertParameterTypes(0, UntimedCalls.class));

    private final Map<String, UntimedCalls> calls = new TreeMap<>();
    private final List<MutableCallSite> sites = new ArrayList<>();
    private final Predicate<String> isIgnored;

    /**
     * Prepares counters. Allocates.
     *
     * @param names of probes that are not there yet
     * @param isIgnored whether the call sites of a probe that has another name are to do nothing, such as those of a class that loads
     *     meanwhile; asked on the application's threads
     */
    public CountingSites(Set<String> names, Predicate<String> isIgnored) {
        this.isIgnored = isIgnored;
        for (String name : names) {
            UntimedCalls counted = new UntimedCalls();
            counted.prepare();
            calls.put(name, counted);
        }
    }

    /** The call site of an instruction; null where its probe is none of these. */
    CallSite site(String name, MethodType type) {
        CallSite site = countingSite(name, type);
        return site == null && isIgnored.test(name) ? new ConstantCallSite(SiteTargets.off(type)) : site;
    }

    private synchronized CallSite countingSite(String name, MethodType type) {
        UntimedCalls counted = calls.get(name);
        if (counted == null) {
            return null;
        }
        MethodHandle enter = type.equals(SiteTargets.ENTER)
                ? ENTER
                : type.equals(SiteTargets.SUSPENSION_ENTER) ? SUSPENSION_ENTER : null;
        if (enter == null) {
            return new ConstantCallSite(SiteTargets.off(type));
        }
        MutableCallSite site = new MutableCallSite(enter.bindTo(counted));
        sites.add(site);
        return site;
    }

    static long enter(UntimedCalls counted) {
        counted.countOk();
        return SiteTargets.IGNORED;
    }

    static Object enter(UntimedCalls counted, Object continuation) {
        counted.countOk();
        return null;
    }

    /**
     * What was counted so far.
     *
     * @return how often each was called, by name
     */
    public synchronized Map<String, Long> calls() {
        Map<String, Long> sums = new TreeMap<>();
        calls.forEach((name, counted) -> sums.put(name, counted.sum(0)));
        return sums;
    }

    /** Has the sites do nothing, for good. */
    public synchronized void end() {
        for (MutableCallSite site : sites) {
            site.setTarget(SiteTargets.off(site.type()));
        }
        MutableCallSite.syncAll(sites.toArray(new MutableCallSite[0]));
        calls.values().forEach(UntimedCalls::release);
        calls.clear();
    }
}
