package org.latencyprobes.agent.disturbance;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.latencyprobes.agent.stall.CompileTime;
import org.latencyprobes.explain.DisturbanceKind;

/**
 * A watch over counters that tell of disturbances. It notices events within some 100 ms, and looks at the compilers' time once a second.
 *
 * <p>For one thread of the agent's, but for {@link #timeline}. Allocates nothing after it was made.
 */
public final class DisturbanceWatch {

    /** For how long an event counts: compiled code that it discarded is missing for a while. */
    static final long EVENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** From which share of one core on compilation is a disturbance. */
    static final double LEAST_SHARE = 0.1;

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DisturbanceTimeline timeline = new DisturbanceTimeline();
    private final LongSupplier redefinitions;
    private final LongSupplier switches;
    private final CompileTime compilers;
    private long seenRedefinitions;
    private long seenSwitches;
    private long seenCompileNanos;
    private long settledNanos;
    private long lookedNanos;

    /**
     * What had been counted when the agent began.
     *
     * @param nanos when, as {@link System#nanoTime()} counts
     * @param isAttached whether it came into a running JVM then
     * @param redefinitions how often a loaded class had been changed
     * @param switches how often probes had been switched
     */
    public record Begin(long nanos, boolean isAttached, long redefinitions, long switches) {}

    /**
     * Begins to watch, from an earlier moment on.
     *
     * @param begin what had been counted then
     * @param redefinitions counts changes of loaded classes
     * @param switches counts switches of probes
     * @param compilers counts what they take
     */
    public DisturbanceWatch(Begin begin, LongSupplier redefinitions, LongSupplier switches, CompileTime compilers) {
        this.redefinitions = redefinitions;
        this.switches = switches;
        this.compilers = compilers;
        seenRedefinitions = begin.redefinitions();
        seenSwitches = begin.switches();
        seenCompileNanos = compilers.nanosAtBegin();
        settledNanos = compilers.beginNanos();
        lookedNanos = begin.nanos();
        if (begin.isAttached()) {
            timeline.add(DisturbanceKind.ATTACH, begin.nanos(), begin.nanos() + EVENT_NANOS);
        }
    }

    /**
     * Looks at the counters. To be called often.
     *
     * @param nowNanos as {@link System#nanoTime()} counts
     */
    public void look(long nowNanos) {
        seenRedefinitions = event(DisturbanceKind.REDEFINITION, seenRedefinitions, redefinitions, nowNanos);
        seenSwitches = event(DisturbanceKind.MODE, seenSwitches, switches, nowNanos);
        lookedNanos = nowNanos;
        if (nowNanos - settledNanos >= PERIOD_NANOS) {
            lookAtCompilers(nowNanos);
        }
    }

    private long event(DisturbanceKind kind, long seen, LongSupplier counter, long nowNanos) {
        long count = counter.getAsLong();
        if (count != seen) {
            timeline.add(kind, lookedNanos, nowNanos + EVENT_NANOS);
        }
        return count;
    }

    private void lookAtCompilers(long nowNanos) {
        long compileNanos = compilers.nanos();
        if (compileNanos - seenCompileNanos >= LEAST_SHARE * (nowNanos - settledNanos)
                && compileNanos > seenCompileNanos) {
            timeline.add(DisturbanceKind.COMPILATION, settledNanos, nowNanos);
        }
        seenCompileNanos = compileNanos;
        settledNanos = nowNanos;
    }

    /**
     * Looks a last time, also at a time of less than a second.
     *
     * @param nowNanos as {@link System#nanoTime()} counts
     */
    public void end(long nowNanos) {
        look(nowNanos);
        if (nowNanos - settledNanos > 0) {
            lookAtCompilers(nowNanos);
        }
    }

    /**
     * Until when disturbances are told.
     *
     * @return as {@link System#nanoTime()} counts
     */
    public long settledNanos() {
        return settledNanos;
    }

    /**
     * The disturbances so far.
     *
     * @return always the same; thread-safe
     */
    public DisturbanceTimeline timeline() {
        return timeline;
    }

    /**
     * Where the compilers' time is read from.
     *
     * @return for people
     */
    public String compileTimeSource() {
        return compilers.source();
    }
}
