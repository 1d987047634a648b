package org.latencyprobes.agent.weave;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.MethodProbe;
import org.latencyprobes.agent.select.Refusal;
import org.latencyprobes.agent.select.RefusalCounts;

/** The counts of woven and refused classes and methods, and the messages about them. Thread-safe. */
public final class WeaveLog {

    private static final int MOST_SAID = 50;
    private static final int MOST_SAID_OF_ONE_REASON = 3;
    private static final int MOST_LISTED = 1_000;
    private static final int MOST_KEPT = 10_000;

    private final AtomicInteger classes = new AtomicInteger();
    private final AtomicInteger probes = new AtomicInteger();
    /** How many classes of version 50 have a name. */
    private final ConcurrentMap<String, Integer> late = new ConcurrentHashMap<>();

    /** Refused methods and classes; those that come again, with another weaving of their class, are not said twice. */
    private final ConcurrentMap<String, String> refusals = new ConcurrentHashMap<>();

    private final RefusalCounts reasons = new RefusalCounts();
    private final AtomicInteger renamed = new AtomicInteger();
    private final AtomicInteger said = new AtomicInteger();
    private final Set<String> onSynchronized = ConcurrentHashMap.newKeySet();
    private final AtomicLong nanos = new AtomicLong();

    /** Creates a log with nothing in it. */
    public WeaveLog() {}

    /** A class, with as many new probes; none if it was woven before. */
    void woven(int probeCount, long tookNanos) {
        classes.addAndGet(probeCount > 0 ? 1 : 0);
        probes.addAndGet(probeCount);
        nanos.addAndGet(tookNanos);
    }

    /** A class of version 50, which is woven once it has loaded, if it is there so long. */
    void putOff(String internalName) {
        if (late.size() < MOST_KEPT) {
            late.merge(internalName.replace('/', '.'), 1, Integer::sum);
        }
    }

    /** A pattern's probe takes the name that a parent has for it once that parent is known, which may be after calls. */
    void renamed(List<MethodExplanation> before, List<MethodExplanation> now) {
        if (probes(before).equals(probes(now))) {
            return; // as nearly always
        }
        for (MethodExplanation earlier : before) {
            for (MethodExplanation method : now) {
                if (method.method().equals(earlier.method())
                        && !method.probe().equals(earlier.probe())
                        && method.rule().contains(MethodExplanation.INHERITED)
                        && renamed.incrementAndGet() <= MOST_SAID_OF_ONE_REASON) {
                    Log.sayLater("calls of " + method.className() + '#' + method.method() + " count as "
                            + method.probe() + " from now on, by " + method.rule() + "; those before count as "
                            + earlier.probe());
                }
            }
        }
    }

    /** Not the records themselves: their generated {@code equals} leaves a reference to them in the JDK, which would keep the loader. */
    private static List<String> probes(List<MethodExplanation> methods) {
        return methods.stream().map(MethodExplanation::probe).toList();
    }

    /** A class that the JVM refused, with so many methods that were counted as woven. */
    void unwoven(int probeCount) {
        classes.addAndGet(probeCount > 0 ? -1 : 0);
        probes.addAndGet(-probeCount);
    }

    /** Remembers which of these probes are on synchronized methods. */
    void rememberSynchronized(Collection<MethodProbe> woven) {
        for (MethodProbe probe : woven) {
            if (probe.waitsForMonitor() && onSynchronized.size() < MOST_KEPT) {
                onSynchronized.add(probe.name());
            }
        }
    }

    void refused(Map<String, Refusal> refusals) {
        for (Map.Entry<String, Refusal> refused : refusals.entrySet()) {
            String reason = refused.getValue().reason();
            int most = refused.getValue().isForLimit() ? 1 : MOST_SAID_OF_ONE_REASON;
            say(refused.getKey(), reason, "no probe on " + refused.getKey() + ": " + reason, most);
        }
    }

    void failed(String internalName, String reason) {
        String className = internalName.replace('/', '.');
        late.remove(className);
        String whole = "it cannot be woven and is left as it was: " + reason;
        say(className, whole, "no probe in " + className + ": " + whole, MOST_SAID_OF_ONE_REASON);
    }

    /** A pattern can match thousands of native methods: the first ones of each reason are said, all are counted. */
    private void say(String refused, String reason, String message, int most) {
        if (refusals.size() < MOST_KEPT
                ? refusals.putIfAbsent(refused, reason) != null
                : refusals.containsKey(refused)) {
            return;
        }
        int times = reasons.add(reason);
        if (times <= most && said.incrementAndGet() <= MOST_SAID) {
            Log.sayLater(
                    times < most
                            ? message
                            : message + " (more of these are counted, not said; probes --explain tells them)");
        }
    }

    /**
     * How many classes were woven.
     *
     * @return the number
     */
    public int classes() {
        return classes.get();
    }

    /**
     * How many methods were woven.
     *
     * @return the number
     */
    public int probes() {
        return probes.get();
    }

    /**
     * How many methods or classes were refused. Beyond ten thousand, one that comes again counts again.
     *
     * @return the number
     */
    public int refusals() {
        return reasons.total();
    }

    /**
     * Why they were refused, in one line.
     *
     * @return how often each reason was given; empty if none was
     */
    public String reasons() {
        return reasons.text();
    }

    /**
     * How many classes can be woven only once they have loaded, whether they are by now or not.
     *
     * @return a sentence; empty if there was none
     */
    public String late() {
        int count = 0;
        for (int classes : late.values()) {
            count += classes;
        }
        return switch (count) {
            case 0 -> "";
            case 1 -> "1 class of version 50 could be woven only after it had loaded: calls before are missing";
            default ->
                count + " classes of version 50 could be woven only after they had loaded: calls before are missing";
        };
    }

    /**
     * What was refused, a thousand of them at most.
     *
     * @return reasons by method or class
     */
    public Map<String, String> refused() {
        Map<String, String> listed = new TreeMap<>();
        for (Map.Entry<String, String> refusal : refusals.entrySet()) {
            if (listed.size() < MOST_LISTED) {
                listed.put(refusal.getKey(), refusal.getValue());
            }
        }
        return listed;
    }

    /**
     * Whether a probe is, or was, on a synchronized method: its samples leave out the wait for the monitor.
     *
     * @param probe the probe's name
     * @return true if at least one of its methods is synchronized
     */
    public boolean leavesOutWait(String probe) {
        return onSynchronized.contains(probe);
    }

    /**
     * What weaving took, Byte Buddy's own loading included.
     *
     * @return the sum over all classes, in ns
     */
    public long nanos() {
        return nanos.get();
    }
}
