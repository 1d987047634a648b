package org.latencyprobes.agent.weave;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.latencyprobes.agent.Log;

/** Counts and says what became of classes with probes. Thread-safe. */
public final class WeaveLog {

    private final AtomicInteger classes = new AtomicInteger();
    private final AtomicInteger probes = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();

    /** Creates a log with nothing in it. */
    public WeaveLog() {}

    void woven(int probeCount, long tookNanos) {
        classes.incrementAndGet();
        probes.addAndGet(probeCount);
        nanos.addAndGet(tookNanos);
    }

    void refused(Map<String, String> reasons) {
        for (Map.Entry<String, String> refusal : reasons.entrySet()) {
            refusals.incrementAndGet();
            Log.say("no probe on " + refusal.getKey() + ": " + refusal.getValue());
        }
    }

    void failed(String internalName, String reason) {
        refusals.incrementAndGet();
        Log.say("no probe in " + internalName.replace('/', '.') + ": it cannot be woven and is left as it was: "
                + reason);
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
     * How many methods or classes were refused.
     *
     * @return the number
     */
    public int refusals() {
        return refusals.get();
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
