package org.latencyprobes.agent.slow;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.latencyprobes.explain.Cause;

/**
 * One slow call. Immutable but for its explanation; thread-safe; equal to itself alone.
 *
 * @param probe name of its probe
 * @param tags the probe's tags, in order
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 * @param startNanos when it began, as {@link System#nanoTime()} counts
 * @param nanos its duration, in ns
 * @param threadId id of the thread that recorded it; of a call that completes later, the thread that completed it; −1 where it is not known
 * @param threadName that thread's name soon after, which says of a virtual thread that it is one; empty where it has none
 * @param trace the trace id that the application had on that thread at the end of the call; empty where it had none
 * @param callsInside how many probed calls began inside it; −1 where it is not known
 * @param insideNanos the time in these, in ns, those inside each other counted once; 0 where it is not known
 * @param explanation holds what explains the call, once that is known. Held here, it is collected with the call
 * @param stack captured while it was in flight; without lines where it was not
 * @param isVirtual whether that thread is a virtual one
 * @param looks for how long looks saw the call in what, in µs; empty where there were none, as on threads with a stripe of their own
 */
public record SlowCall(
        String probe,
        Map<String, String> tags,
        String outcome,
        long startNanos,
        long nanos,
        long threadId,
        String threadName,
        String trace,
        long callsInside,
        long insideNanos,
        AtomicReference<Object> explanation,
        CapturedStack stack,
        boolean isVirtual,
        Map<Cause, Long> looks) {

    /** The shortest first. What {@link Comparator#comparingLong} makes is serialisable: linking that costs the start of a JVM some ms. */
    static final Comparator<SlowCall> BY_DURATION = (one, other) -> Long.compare(one.nanos, other.nanos);

    /** The explanation of a call that nobody wants to be explained. */
    static final Object NOT_WANTED = new Object();

    /**
     * A call of a platform thread without a trace id that is not explained yet, and was not captured in flight.
     *
     * @param probe name of its probe
     * @param tags the probe's tags, in order
     * @param outcome how it ended
     * @param startNanos when it began
     * @param nanos its duration, in ns
     * @param threadId id of its thread; −1 where it is not known
     * @param threadName that thread's name
     * @param callsInside how many probed calls began inside it; −1 where it is not known
     * @param insideNanos the time in these, in ns
     */
    public SlowCall(
            String probe,
            Map<String, String> tags,
            String outcome,
            long startNanos,
            long nanos,
            long threadId,
            String threadName,
            long callsInside,
            long insideNanos) {
        this(
                probe,
                tags,
                outcome,
                startNanos,
                nanos,
                threadId,
                threadName,
                "",
                callsInside,
                insideNanos,
                new AtomicReference<>(),
                CapturedStack.NONE,
                false,
                Map.of());
    }

    /** Written out: the generated one would keep the agent's class loader in JDK 17 for ever. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
