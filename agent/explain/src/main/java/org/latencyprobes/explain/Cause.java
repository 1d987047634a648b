package org.latencyprobes.explain;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the time of a slow call was spent on. {@link Attribution} says which one a time counts as where several overlap, {@code docs/why.md} what
 * each is read from.
 */
public enum Cause {
    /** A pause of a garbage collector, or a wait of the call's thread for one. */
    GC("gc", false, StallKind.GC),
    /** A safepoint for something else than a collection. */
    SAFEPOINT("safepoint", false, StallKind.SAFEPOINT),
    /** The control group's CPU quota was used up. */
    THROTTLED("throttled", false, StallKind.THROTTLED),
    /** The process was stopped, or the hypervisor gave the CPU to others. */
    PAUSED("paused", false, StallKind.STOPPED, StallKind.HOST, StallKind.STOPPED_OR_HOST),
    /** The call's thread read from or wrote to a socket. */
    SOCKET("socket", true),
    /** It read, wrote or synced a file. */
    FILE("file", true),
    /** It waited for a monitor or a lock that another thread had. */
    LOCK("lock", true),
    /** It slept. */
    SLEEP("sleep", true),
    /** It waited in {@code Object.wait}. */
    WAIT("wait", true),
    /** It was parked, in a queue, a future or a condition. */
    PARK("park", true),
    /** The call's thread waited for a CPU. */
    CPU_WAIT("cpu-wait", false, StallKind.CPU_WAIT),
    /** What the probes inside the call took. An estimate. */
    OVERHEAD("overhead", false),
    /** The call's thread ran on a CPU. */
    ON_CPU("on-cpu", false),
    /** The same where threads waited for CPUs, as the sampler did: this thread may have, too. */
    ON_CPU_OR_CPU_WAIT("on-cpu or cpu-wait", false),
    /** What is left of a call that is shorter than the waits that a recording holds. */
    ON_CPU_OR_SHORT_WAIT("on-cpu or short wait", false),
    /**
     * A wait that nothing shows, as in native code; where it is not known what the thread did, the method's own code as well; and a stall that
     * nothing explains.
     */
    UNKNOWN("unknown", false);

    private static final Map<StallKind, Cause> OF_STALLS = new EnumMap<>(StallKind.class);

    static {
        for (Cause cause : values()) {
            for (StallKind kind : cause.kinds) {
                OF_STALLS.put(kind, cause);
            }
        }
    }

    private final String label;
    private final boolean isWait;
    private final List<StallKind> kinds;

    Cause(String label, boolean isWait, StallKind... kinds) {
        this.label = label;
        this.isWait = isWait;
        this.kinds = List.of(kinds);
    }

    /**
     * The cause that a stall is.
     *
     * @param kind of the stall
     * @return {@link #UNKNOWN} for one that nothing explains
     */
    public static Cause of(StallKind kind) {
        return OF_STALLS.getOrDefault(kind, UNKNOWN);
    }

    /**
     * The cause of a name.
     *
     * @param label as in JSON
     * @return {@link #UNKNOWN} where there is none of that name
     */
    public static Cause labelled(String label) {
        return Arrays.stream(values())
                .filter(cause -> cause.label.equals(label))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /**
     * The cause's name.
     *
     * @return as in tags of meters and in JSON
     */
    public String label() {
        return label;
    }

    /**
     * Whether it can be a stall of the whole JVM, or of its sampler.
     *
     * @return false for what only concerns the call
     */
    public boolean isStall() {
        return !kinds.isEmpty();
    }

    /**
     * Whether it is a wait of the call's thread for something else than a CPU.
     *
     * @return true for those that a recording of Flight Recorder tells, too
     */
    public boolean isWait() {
        return isWait;
    }

    /**
     * What stalls of its kinds have.
     *
     * @param nanosByKind of values by the kind's ordinal
     * @return their sum
     */
    public long of(long[] nanosByKind) {
        long sum = 0;
        for (StallKind kind : kinds) {
            sum += nanosByKind[kind.ordinal()];
        }
        return sum;
    }
}
