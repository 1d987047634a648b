package org.latencyprobes.agent.protocol.slow;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.codec.Texts;

/**
 * A slow call, as it is listed.
 *
 * @param probe name of its probe
 * @param tags of the probe
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 * @param start when it began, for people
 * @param durationus how long it took, in µs
 * @param cause what most of the time went for by which it was longer than the median, or {@value #NOT_EXPLAINED}
 * @param nested how many probed calls began inside it; null where that is not known
 * @param nestedus the time in these, in µs, those inside each other counted once; NaN where it is not known
 * @param trace the trace id that the application had; empty where it had none
 * @param thread its thread for people, as {@link Texts#thread} names it
 * @param threadId the Java id of its thread; null where it is not known
 * @param parts its time by cause, in µs; empty where it is not explained
 * @param atMillis when it began, in ms since 1970
 * @param startNanos the same, as {@link System#nanoTime} counts in the JVM
 */
public record SlowCallRow(
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
        long startNanos) {

    /** Name of the table. */
    public static final String TABLE = "slow";

    /** In place of a cause: the call ended a moment ago, or before its probe had a threshold. */
    public static final String NOT_EXPLAINED = "not-explained";

    /** {@return whether its cause is known} */
    public boolean isExplained() {
        return !cause.equals(NOT_EXPLAINED);
    }

    /** {@return what tells it from others in an answer: thread and start} */
    public List<Long> identity() {
        return Arrays.asList(threadId, startNanos);
    }
}
