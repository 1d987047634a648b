package org.latencyprobes.agent.protocol.slow;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.ThreadTime;

/**
 * A slow call with what another process explains it from.
 *
 * @param probe name of its probe
 * @param tags of the probe
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 * @param durationus how long it took, in µs
 * @param nested how many probed calls began inside it; null where that is not known
 * @param nestedus the time in these, in µs, those inside each other counted once; NaN where it is not known
 * @param trace the trace id that the application had; empty where it had none
 * @param thread its thread for people, as {@link Texts#thread} names it
 * @param threadId the Java id of its thread; null where it is not known
 * @param parts its time by cause, in µs, by precedence; empty where it is not explained
 * @param atMillis when it began, in ms since 1970
 * @param startNanos the same, as {@link System#nanoTime} counts in the JVM; in a recording of a user's, in ns since 1970
 * @param ofThread what its thread did; null where that is not known
 * @param stack captured while it was in flight, a line for each frame, the innermost first; empty where it was not
 */
public record SingleCall(
        String probe,
        Map<String, String> tags,
        String outcome,
        double durationus,
        Long nested,
        double nestedus,
        String trace,
        String thread,
        Long threadId,
        Map<String, Double> parts,
        long atMillis,
        long startNanos,
        ThreadTime ofThread,
        List<String> stack) {

    /** Name of the table. */
    public static final String TABLE = "singleCalls";

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

    /** {@return what most of its time went for; empty where it is not explained} */
    public String mainCause() {
        return parts.entrySet().stream()
                .max(Comparator.comparingDouble(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    /** {@return whether it was on a virtual thread, as a rule: a platform thread may have no name, too, if it was given none} */
    public boolean isVirtual() {
        return thread.equals(Texts.thread("", idOfThread()));
    }

    /** {@return the Java id of its thread; −1 where that is not known} */
    public long idOfThread() {
        return threadId == null ? -1 : threadId;
    }
}
