package org.latencyprobes.agent.cause;

import org.latencyprobes.agent.slow.WaitKind;
import org.latencyprobes.agent.stall.StallKind;

/**
 * What the time of a slow call was spent on. Where several causes overlap, the time counts as that of the first one in this order. What one
 * thread waits for comes before {@link #UNKNOWN_STALL}, where it is known. {@code docs/causes.md} says what each is read from.
 */
public enum Cause {
    /** A pause of a garbage collector. */
    GC("gc", StallKind.GC),
    /** A safepoint for something else than a collection. */
    SAFEPOINT("safepoint", StallKind.SAFEPOINT),
    /** The control group's CPU quota was used up. */
    THROTTLED("throttled", StallKind.THROTTLED),
    /** The process was stopped. */
    STOPPED("stopped", StallKind.STOPPED),
    /** The hypervisor gave the CPU to others. */
    HOST("host", StallKind.HOST),
    /** One of these two. */
    STOPPED_OR_HOST("stopped-or-host", StallKind.STOPPED_OR_HOST),
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
    CPU("cpu", StallKind.CPU),
    /** The sampler stood still, and nothing that can be read explains it. */
    UNKNOWN_STALL("unknown-stall", StallKind.UNKNOWN),
    /** The probes inside the call. An estimate. */
    MEASURING("measuring"),
    /** The call's thread ran on a CPU. */
    CODE("code"),
    /** A wait that nothing shows, as in native code; where it is not known what the thread did, the method's own code as well. */
    NOT_KNOWN("not-known");

    private final String label;
    private final StallKind kind;
    private final WaitKind wait;

    Cause(String label) {
        this(label, null, null);
    }

    Cause(String label, StallKind kind) {
        this(label, kind, null);
    }

    Cause(String label, WaitKind wait) {
        this(label, null, wait);
    }

    Cause(String label, StallKind kind, WaitKind wait) {
        this.label = label;
        this.kind = kind;
        this.wait = wait;
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
        return kind != null;
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

    /** The kind of stall that it is, or null. */
    StallKind kind() {
        return kind;
    }
}
