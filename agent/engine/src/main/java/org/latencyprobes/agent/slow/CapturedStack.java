package org.latencyprobes.agent.slow;

import java.lang.ref.WeakReference;
import java.util.List;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.OpenCalls;

/**
 * The stack of a thread that was in probed calls, captured while these were in flight. It belongs to each of them. It is let go where there
 * are too many. The agent's one thread that keeps slow calls writes; any thread may read.
 */
public final class CapturedStack {

    /** Of a call that was not captured. */
    static final CapturedStack NONE = new CapturedStack(null, null, 0, new long[0], ThreadStack.NONE, null);

    private final WeakReference<Thread> thread;
    private final OpenCalls open;
    private final long atTicks;
    private final long[] starts;
    private final WaitKind wait;
    private long callNanos;
    private volatile ThreadStack stack;

    /**
     * A stack that belongs to no slow call yet.
     *
     * @param thread whose it is
     * @param open its open calls
     * @param atTicks when it was captured, as the clock that calls are timed by counts
     * @param starts when the calls began that were open then
     * @param stack the stack
     * @param wait what the thread was seen to wait for; null where it may have run
     */
    CapturedStack(Thread thread, OpenCalls open, long atTicks, long[] starts, ThreadStack stack, WaitKind wait) {
        this.thread = new WeakReference<>(thread);
        this.open = open;
        this.atTicks = atTicks;
        this.starts = starts;
        this.stack = stack;
        this.wait = wait;
    }

    /**
     * What the thread was seen to wait for.
     *
     * @return null where it may have run, or was not captured
     */
    public WaitKind waitOrNull() {
        return wait;
    }

    /**
     * The stack as text.
     *
     * @return a line for each frame, the innermost first; empty where the call was not captured, or its stack had to be let go
     */
    public List<String> lines() {
        return stack.lines();
    }

    /** Whether it was captured later than that. */
    boolean isAfter(long ticks) {
        return atTicks > ticks;
    }

    boolean isOf(Thread caller, long start) {
        return thread.refersTo(caller) && StackWatch.contains(starts, start);
    }

    /** A slow call of that length has it. */
    void belongsTo(long nanos) {
        callNanos = Math.max(callNanos, nanos);
    }

    /** How much it is worth: the length of its longest call, which is not known yet while that is in flight. */
    long worthNanos() {
        return callNanos == 0 && isInFlight() ? Long.MAX_VALUE : callNanos;
    }

    private boolean isInFlight() {
        Thread present = thread.get();
        return present != null && present.isAlive() && StackWatch.contains(open.starts(), starts[starts.length - 1]);
    }

    /** Frees the memory. */
    void letGo() {
        stack = ThreadStack.NONE;
    }
}
