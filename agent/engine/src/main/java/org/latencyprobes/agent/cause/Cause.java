package org.latencyprobes.agent.cause;

import java.util.Arrays;
import java.util.List;
import org.latencyprobes.agent.slow.WaitKind;
import org.latencyprobes.agent.stall.StallKind;

/**
 * What the time of a slow call was spent on. Where several causes overlap, the time counts as that of the first one in this order. What one
 * thread waits for comes before a stall that nothing explains. {@code docs/why.md} says what each is read from.
 */
public enum Cause {
    /** A pause of a garbage collector. */
    GC("gc", StallKind.GC),
    /** A safepoint for something else than a collection. */
    SAFEPOINT("safepoint", StallKind.SAFEPOINT),
    /** The control group's CPU quota was used up. */
    THROTTLED("throttled", StallKind.THROTTLED),
    /** The process was stopped, or the hypervisor gave the CPU to others. */
    PAUSED("paused", StallKind.STOPPED, StallKind.HOST, StallKind.STOPPED_OR_HOST),
    /** The call's thread read from or wrote to a socket. */
    SOCKET("socket", WaitKind.SOCKET),
    /** It read, wrote or synced a file. */
    FILE("file", WaitKind.FILE),
    /** It waited for a monitor or a lock that another thread had. */
    LOCK("lock", WaitKind.LOCK),
    /** It slept. */
    SLEEP("sleep", WaitKind.SLEEP),
    /** It waited in {@code Object.wait}. */
    WAIT("wait", WaitKind.WAIT),
    /** It was parked, in a queue, a future or a condition. */
    PARK("park", WaitKind.PARK),
    /** The call's thread waited for a CPU. Where that is not known, the sampler did: the call may have waited too, or have had one. */
    CPU_WAIT("cpu-wait", StallKind.CPU_WAIT),
    /** What the probes inside the call took. An estimate. */
    OVERHEAD("overhead"),
    /** The call's thread ran on a CPU. */
    ON_CPU("on-cpu"),
    /**
     * A wait that nothing shows, as in native code; where it is not known what the thread did, the method's own code as well; and a stall that
     * nothing explains.
     */
    UNKNOWN("unknown");

    private final String label;
    private final List<StallKind> kinds;
    private final WaitKind wait;

    Cause(String label, StallKind... kinds) {
        this(label, null, kinds);
    }

    Cause(String label, WaitKind wait, StallKind... kinds) {
        this.label = label;
        this.kinds = List.of(kinds);
        this.wait = wait;
    }

    /**
     * The cause that a stall is.
     *
     * @param kind of the stall
     * @return {@link #UNKNOWN} for one that nothing explains
     */
    public static Cause of(StallKind kind) {
        return Arrays.stream(values())
                .filter(cause -> cause.kinds.contains(kind))
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
        return wait != null;
    }

    /** The kind of wait that it is, or null. */
    WaitKind waitKind() {
        return wait;
    }

    /** What stalls of its kinds have, of values by the kind's ordinal. */
    long of(long[] byKind) {
        long sum = 0;
        for (StallKind kind : kinds) {
            sum += byKind[kind.ordinal()];
        }
        return sum;
    }
}
