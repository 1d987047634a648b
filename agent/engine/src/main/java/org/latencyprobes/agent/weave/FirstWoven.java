package org.latencyprobes.agent.weave;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The moments at which the first method of each probe was woven: a probe has no call from before. An entry stays, as the probe's counts do,
 * whatever becomes of its methods. Thread-safe.
 */
public final class FirstWoven {

    private final long beganNanos;
    private final ConcurrentMap<String, Long> nanos = new ConcurrentHashMap<>();

    /** Knows of no probe yet. */
    public FirstWoven() {
        this(System.nanoTime());
    }

    /**
     * Knows of no probe yet.
     *
     * @param beganNanos when weaving could begin, as {@link System#nanoTime} counts
     */
    public FirstWoven(long beganNanos) {
        this.beganNanos = beganNanos;
    }

    /**
     * A method of a probe is woven.
     *
     * @param probe its name with its tags
     * @param atNanos as {@link System#nanoTime} counts
     */
    public void put(String probe, long atNanos) {
        nanos.putIfAbsent(probe, atNanos);
    }

    /**
     * When the first method of a probe was woven.
     *
     * @param probe its name with its tags
     * @return as {@link System#nanoTime} counts; null where none was
     */
    public Long nanos(String probe) {
        return nanos.get(probe);
    }

    /**
     * When weaving could begin.
     *
     * @return as {@link System#nanoTime} counts
     */
    public long beganNanos() {
        return beganNanos;
    }
}
