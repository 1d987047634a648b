package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.latencyprobes.agent.Log;
import org.latencyprobes.agent.StackRoom;
import org.latencyprobes.probe.LatencyProbe;

/**
 * Links woven call sites to probes, on the thread that first calls a woven method, and keeps the probes' modes.
 *
 * <p>Linking allocates and may wait for another thread that links the same probe; it happens once for each woven instruction. Thread-safe;
 * modes are changed by one thread at a time.
 */
public final class Linker implements Function<Object[], CallSite> {

    /** Some 10 KB were seen to be needed. */
    private static final int STACK_BYTES = 12 << 10;

    private final ConcurrentMap<List<Object>, ProbeSites> sites = new ConcurrentHashMap<>();
    private final ConcurrentMap<List<Object>, ProbeSites> rehearsed = new ConcurrentHashMap<>();
    private final ConcurrentMap<List<Object>, String> refused = new ConcurrentHashMap<>();
    private final AtomicLong nanos = new AtomicLong();
    private volatile boolean on;

    /**
     * Creates a linker.
     *
     * @param on whether new probes time their calls
     */
    public Linker(boolean on) {
        this.on = on;
    }

    /**
     * Links one instruction.
     *
     * @param request {@code {Lookup caller, String name, MethodType type, Object[] probe}}
     * @return the probe's call site of that type
     */
    @Override
    public CallSite apply(Object[] request) {
        StackRoom.require(STACK_BYTES);
        long startNanos = System.nanoTime();
        List<Object> key = Arrays.asList((Object[]) request[3]);
        try {
            return sitesOf(key, ((MethodHandles.Lookup) request[0]).lookupClass())
                    .site((String) request[1], (MethodType) request[2]);
        } catch (RuntimeException e) {
            if (refused.putIfAbsent(key, Log.describe(e)) == null) {
                Log.say("no probe " + key.get(0) + ": " + e.getMessage());
            }
            throw e;
        } finally {
            nanos.addAndGet(System.nanoTime() - startNanos);
        }
    }

    private ProbeSites sitesOf(List<Object> key, Class<?> caller) {
        boolean rehearsal = caller.getModule() == Linker.class.getModule();
        ConcurrentMap<List<Object>, ProbeSites> known = rehearsal ? rehearsed : sites;
        ProbeSites present = known.get(key);
        if (present != null) {
            return present;
        }
        synchronized (this) { // so that no probe is made while modes change
            present = known.get(key);
            if (present == null) {
                present = new ProbeSites(rehearsal ? LatencyProbe.unregistered("rehearsal") : probe(key), on);
                known.put(key, present);
            }
            return present;
        }
    }

    private static LatencyProbe probe(List<Object> key) {
        String[] tags = new String[key.size() - 1];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = (String) key.get(i + 1);
        }
        return LatencyProbe.named((String) key.get(0), tags);
    }

    /**
     * Switches probes, all of them at once; later ones of that name follow. Deoptimises the code that calls them, once.
     *
     * @param probeName the probes' name, or null for every probe, present and future
     * @param wanted true for on
     * @return how many probes were switched
     */
    public synchronized int mode(String probeName, boolean wanted) {
        if (probeName == null) {
            on = wanted;
        }
        List<MutableCallSite> changed = new ArrayList<>();
        int switched = 0;
        for (ProbeSites probe : sites.values()) {
            if (probeName == null || probe.probe().name().equals(probeName)) {
                probe.mode(wanted);
                changed.addAll(Arrays.asList(probe.sites()));
                switched++;
            }
        }
        MutableCallSite.syncAll(changed.toArray(new MutableCallSite[0]));
        return switched;
    }

    /**
     * How many probes were refused at linking.
     *
     * @return the number
     */
    public int refusals() {
        return refused.size();
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
