package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.StackSpace;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.ClockWatch;
import org.latencyprobes.agent.pattern.ProbeNames;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.report.Figures;

/**
 * The linker of woven call sites to probes. It runs on the thread that first calls a woven method, and keeps the modes of probes.
 *
 * <p>Linking allocates, and may wait for another thread that links the same probe. It happens once for each woven instruction. Thread-safe.
 * One thread at a time changes modes.
 */
public final class Linker implements Function<Object[], CallSite>, ClockWatch.Follower {

    private static final int MOST_NAMED = 3;

    /** Some 10 KB were seen to be needed. */
    private static final int STACK_BYTES = 12 << 10;
    /** Where classes are written and the application's are looked up, or what was not warmed up is linked. */
    private static final int LATER_STACK_BYTES = 64 << 10;

    private final ConcurrentMap<List<Object>, ProbeSites> sites = new ConcurrentHashMap<>();
    private final ConcurrentMap<List<Object>, ProbeSites> warmUpSites = new ConcurrentHashMap<>();
    private final ConcurrentMap<List<Object>, String> refused = new ConcurrentHashMap<>();
    private final OwnSites ownSites = new OwnSites();
    private final AtomicLong nanos = new AtomicLong();
    /** What was asked for by name; the others have the common one. */
    private final ConcurrentMap<String, Mode> modes = new ConcurrentHashMap<>();

    /** Null but for a while. */
    private volatile CountingSites counting;
    /** Written under the lock. */
    private volatile long switches;

    private final CommonMode common;
    private final Supplier<Clock> clock;
    private final Runnable beforeProbe;
    private volatile boolean retired;

    /**
     * A linked probe.
     *
     * @param name its name
     * @param tags its tags, in order
     * @param mode its mode now; off where it cannot record
     * @param abandoned how many calls returned stages that were dropped before they completed
     */
    public record Linked(String name, Map<String, String> tags, Mode mode, long abandoned) {}

    /**
     * Creates a linker.
     *
     * @param mode of new probes
     * @param self probes whose self times are recorded, or null for none
     * @param clock that calls are timed by; asked for when something is linked, and may wait then
     * @param beforeProbe called before each probe is made, by any thread, under no lock of ours; null for nothing
     */
    public Linker(Mode mode, ProbeNames self, Supplier<Clock> clock, Runnable beforeProbe) {
        common = new CommonMode(mode, self);
        this.clock = clock;
        this.beforeProbe = beforeProbe;
    }

    /**
     * Links one instruction.
     *
     * @param request {@code {Lookup caller, String name, MethodType type, Object[] probe}}
     * @return the probe's call site of that type
     */
    @Override
    public CallSite apply(Object[] request) {
        long startNanos = System.nanoTime();
        MethodHandles.Lookup caller = (MethodHandles.Lookup) request[0];
        MethodType type = (MethodType) request[2];
        Object[] constants = (Object[]) request[3];
        boolean endsLater = constants.length % 2 == 0;
        boolean isConstructor = type.equals(SiteTargets.CONSTRUCTOR_EXIT);
        boolean isOutermost = ((String) request[1]).startsWith(OutermostCalls.NAME);
        StackSpace.require(endsLater || isConstructor || isOutermost ? LATER_STACK_BYTES : STACK_BYTES);
        long beganTicks = clock.get().now();
        List<Object> key = Arrays.asList(endsLater ? Arrays.copyOf(constants, constants.length - 1) : constants);
        try {
            CountingSites counters = counting;
            CallSite counted = counters == null ? null : counters.site((String) key.get(0), type);
            if (counted != null) {
                return counted;
            }
            ProbeSites probe = sitesOf(key, caller.lookupClass());
            if (endsLater) {
                return new AsyncLinker(ownSites).site(probe, caller, type, (String) constants[constants.length - 1]);
            }
            CallSite site = isConstructor || isOutermost
                    ? siteWhileNothingChanges(probe, type)
                    : probe.site((String) request[1], type);
            probe.exitLinked(type, beganTicks);
            return site;
        } catch (RuntimeException e) {
            if (!retired && refused.putIfAbsent(key, Log.describe(e)) == null) {
                Log.sayLater("no probe " + key.get(0) + ": " + e.getMessage());
            }
            throw e;
        } finally {
            nanos.addAndGet(System.nanoTime() - startNanos);
        }
    }

    private synchronized CallSite siteWhileNothingChanges(ProbeSites probe, MethodType type) {
        return type.equals(SiteTargets.CONSTRUCTOR_EXIT) ? probe.constructorExit() : probe.outermost(type);
    }

    private ProbeSites sitesOf(List<Object> key, Class<?> caller) {
        boolean warmUp = caller.getModule() == Linker.class.getModule();
        ConcurrentMap<List<Object>, ProbeSites> known = warmUp ? warmUpSites : sites;
        ProbeSites present = known.get(key);
        if (present != null) {
            return present;
        }
        if (!warmUp && beforeProbe != null) {
            beforeProbe.run();
        }
        synchronized (this) { // so that no probe is made while modes change
            present = known.get(key);
            if (retired) {
                throw new IllegalStateException("the agent has left");
            }
            if (present == null) {
                ProbeRecorder probe = warmUp ? ProbeRecorder.unregistered("warm-up") : ProbeSites.probe(key);
                present = new ProbeSites(probe, common, modes.get((String) key.get(0)), clock.get());
                known.put(key, present);
            }
            return present;
        }
    }

    /**
     * Switches probes, all of them at once; later ones of that name follow. Deoptimises the code that calls them: once or twice
     * for all of the common mode, once for each probe that was or is switched by its name.
     *
     * @param probeName the probes' name, or null for every probe, present and future
     * @param wanted their mode from now on
     * @return how many probes were switched
     */
    public synchronized int mode(String probeName, Mode wanted) {
        if (retired) {
            return 0;
        }
        boolean isCommonOther = probeName == null && !common.mode().equals(wanted) && !sites.isEmpty();
        if (probeName == null) {
            common.set(wanted);
            modes.clear();
        } else {
            modes.put(probeName, wanted);
        }
        List<MutableCallSite> changed = new ArrayList<>();
        int switched = 0;
        for (ProbeSites probe : sites.values()) {
            if (probeName == null || probe.probe().name().equals(probeName)) {
                if (probe.mode(probeName == null ? null : wanted)) {
                    changed.addAll(probe.sites());
                }
                switched++;
            }
        }
        sync(changed, isCommonOther);
        return switched;
    }

    private void sync(List<MutableCallSite> changed, boolean areOthersChanged) {
        MutableCallSite.syncAll(changed.toArray(new MutableCallSite[0]));
        switches = switches + (changed.isEmpty() && !areOthersChanged ? 0 : 1);
    }

    /**
     * How often call sites were switched: to another mode or clock, or for self times. From any thread; waits for nothing.
     *
     * @return the count, since the start
     */
    public long switches() {
        return switches;
    }

    /**
     * Has instructions that are linked from now on only count calls, where they are of these sites.
     *
     * @param sites null for none any more
     */
    public void countOnly(CountingSites sites) {
        counting = sites;
    }

    /** {@return the clock that calls are timed by; waits until it is chosen} */
    public Clock clock() {
        return clock.get();
    }

    /**
     * Records the self times of these probes from now on, and of no others. Deoptimises the code that calls probes.
     *
     * @param wanted the probes, or null for none
     */
    public synchronized void self(ProbeNames wanted) {
        if (!retired && !Objects.equals(wanted, common.self())) {
            common.self(wanted);
            changeAll(ProbeSites::followSelf, List.of());
        }
    }

    /** Has all call sites use the clock that is given now. Deoptimises what calls probes. Calls under way meanwhile record nothing. */
    @Override
    public synchronized void followClock() {
        if (!retired) {
            common.clockChanged();
            InPlaceCost.clockChanged();
            changeAll(probe -> probe.clock(clock.get()), List.of());
        }
    }

    /**
     * Turns all call sites into constants of the JDK and empties what the application's objects hold of the agent, for good: calls that
     * are under way record nothing. What is linked after this is a no-op.
     */
    public synchronized void retire() {
        retired = true;
        counting = null;
        common.set(Mode.OFF);
        changeAll(ProbeSites::retire, ownSites.retire());
    }

    private void changeAll(Consumer<ProbeSites> change, List<MutableCallSite> changedBefore) {
        List<MutableCallSite> changed = new ArrayList<>(changedBefore);
        for (ConcurrentMap<List<Object>, ProbeSites> known : List.of(sites, warmUpSites)) {
            for (ProbeSites probe : known.values()) {
                change.accept(probe);
                changed.addAll(probe.sites());
            }
        }
        sync(changed, false);
    }

    /** Notices calls whose stages were dropped before they completed. To be called now and then, by a thread of the agent's. */
    public void noticeAbandoned() {
        PendingCalls.noticeAbandoned();
    }

    /**
     * All probes that are linked.
     *
     * @return in no order
     */
    public List<Linked> linked() {
        List<Linked> linked = new ArrayList<>();
        for (ProbeSites probe : sites.values()) {
            Mode mode = probe.probe().isRecording() ? probe.mode() : Mode.OFF;
            linked.add(new Linked(probe.probe().name(), probe.probe().tags(), mode, probe.abandoned()));
        }
        return linked;
    }

    /**
     * The mode of all probes that have none of their own.
     *
     * @return as it was last set
     */
    public Mode mode() {
        return common.mode();
    }

    /**
     * How many probes were refused at linking, or record nothing because the memory cap leaves no room for them now.
     *
     * @return the number
     */
    public int refusals() {
        return refused.size() + ProbeRecorder.waitingForMemory();
    }

    /**
     * How many probes record nothing for want of memory.
     *
     * @return a sentence; empty where there is room for all
     */
    public String withoutMemory() {
        int waiting = ProbeRecorder.waitingForMemory();
        if (waiting == 0) {
            return "";
        }
        List<String> named = sites.values().stream()
                .map(ProbeSites::probe)
                .filter(probe -> !probe.isRecording())
                .map(probe -> Figures.inOneLine(Figures.label(probe.name(), probe.tags())))
                .sorted()
                .limit(Math.min(waiting, MOST_NAMED))
                .toList();
        return Plural.of(waiting, "probe records", "probes record") + " nothing"
                + (named.isEmpty() ? "" : " (" + names(named, waiting - named.size()) + ')')
                + ", since the memory for probes is used up: option memory raises the cap";
    }

    private static String names(List<String> named, int more) {
        return String.join(", ", named) + (more == 0 ? "" : " and " + more + " more");
    }

    /**
     * What linking took so far.
     *
     * @return the sum over all threads, in ns
     */
    public long nanos() {
        return nanos.get();
    }
}
