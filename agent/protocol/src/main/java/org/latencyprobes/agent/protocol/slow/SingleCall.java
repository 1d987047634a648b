package org.latencyprobes.agent.protocol.slow;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.explain.HeldWait;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.ThreadTime;

/**
 * A slow call.
 *
 * @param probe name of its probe
 * @param tags of the probe
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 * @param start when it began, for people
 * @param durationus how long it took, in µs
 * @param cause what most of its time went for; where it is listed by which it was longer than the median; or {@value #NOT_EXPLAINED}
 * @param nested how many probed calls began inside it; null where that is not known
 * @param nestedus the time in these, in µs, those inside each other counted once; NaN where it is not known
 * @param trace the trace id that the application had; empty where it had none
 * @param thread its thread for people, as {@link Texts#thread} names it
 * @param threadId the Java id of its thread; null where it is not known
 * @param parts its time by cause, in µs, by precedence; empty where it is not explained
 * @param atMillis when it began, in ms since 1970
 * @param startNanos the same, as {@link System#nanoTime} counts in the JVM; in a recording of a user's, in ns since 1970
 * @param ofThread what its thread did; null where that is not known, or it is only listed
 * @param stack captured while it was in flight, a line for each frame, the innermost first; empty where it was not, or it is only listed
 * @param isSampled whether it is in the sample of its probe's calls; else it is one of the longest, or only listed
 * @param isVirtual whether its thread is a virtual one
 * @param heldBy for how long of its time which thread held a lock that it waited for, in µs, or {@value #UNKNOWN_HOLDER}; empty where no holder is known
 * @param holdings when its thread was seen waiting for such a lock, in order; empty where it is only listed
 */
public record SingleCall(
        String probe,
        Map<String, String> tags,
        String outcome,
        String start,
        double durationus,
        String cause,
        Long nested,
        double nestedus,
        String trace,
        String thread,
        Long threadId,
        Map<String, Double> parts,
        long atMillis,
        long startNanos,
        ThreadTime ofThread,
        List<String> stack,
        boolean isSampled,
        boolean isVirtual,
        Map<String, Double> heldBy,
        List<HeldWait> holdings) {

    /** Name of the table of calls with all that another process explains them from. */
    public static final String TABLE = "singleCalls";

    /** Name of the table that lists calls. */
    public static final String LISTED = "slow";

    /** In place of a holder's name. */
    public static final String UNKNOWN_HOLDER = "unknown";

    /** In place of a cause: the call ended a moment ago, or before its probe had a threshold. */
    public static final String NOT_EXPLAINED = "not-explained";

    private static final double NANOS_PER_MICRO = 1e3;

    /** {@return how long it took, in ns} */
    public long nanos() {
        return Math.round(durationus * NANOS_PER_MICRO);
    }

    /**
     * How long it took for one cause.
     *
     * @param cause the cause's name
     * @return in ns, or 0
     */
    public long nanosOf(String cause) {
        return Math.round(parts.getOrDefault(cause, 0.0) * NANOS_PER_MICRO);
    }

    /** {@return when it was} */
    public Span span() {
        return new Span(startNanos, startNanos + nanos());
    }

    /** {@return whether its cause is known} */
    public boolean isExplained() {
        return !cause.equals(NOT_EXPLAINED);
    }

    /** {@return what tells it from others in an answer: thread and start} */
    public List<Long> identity() {
        return Arrays.asList(threadId, startNanos);
    }

    /** {@return the name of its thread; empty where that has none, as most virtual threads} */
    public String threadName() {
        String unnamed = Texts.thread("", idOfThread());
        return (thread + ' ').startsWith(unnamed + ' ')
                ? thread.substring(unnamed.length()).strip()
                : thread;
    }

    /** {@return the same call, which is in no sample} */
    public SingleCall notSampled() {
        return new SingleCall(
                probe,
                tags,
                outcome,
                start,
                durationus,
                cause,
                nested,
                nestedus,
                trace,
                thread,
                threadId,
                parts,
                atMillis,
                startNanos,
                ofThread,
                stack,
                false,
                isVirtual,
                heldBy,
                holdings);
    }

    /** {@return the Java id of its thread; −1 where that is not known} */
    public long idOfThread() {
        return threadId == null ? -1 : threadId;
    }
}
