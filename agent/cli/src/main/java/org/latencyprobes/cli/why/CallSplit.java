package org.latencyprobes.cli.why;

import java.util.Map;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Detail;
import org.latencyprobes.explain.Split;
import org.latencyprobes.explain.sample.StratifiedSample;

/**
 * The time of a call, split by causes.
 *
 * @param call the call
 * @param nanos ns by cause, by precedence; causes without any are left out
 * @param details for each cause, ns by what is known of it
 * @param lookNanos the time between two looks of Flight Recorder at its thread
 */
record CallSplit(SingleCall call, Map<String, Long> nanos, Map<String, Map<Detail, Long>> details, long lookNanos) {

    /** The cause of most of the time. */
    String mainCause() {
        return Split.main(cause -> nanos.getOrDefault(cause.label(), 0L)).label();
    }

    /** The same as a call of a sample, its causes by their ordinals. */
    StratifiedSample.Call sampled() {
        long[] byCause = new long[Cause.values().length];
        nanos.forEach((cause, part) -> byCause[Cause.labelled(cause).ordinal()] += part);
        return new StratifiedSample.Call(
                call.nanos(), Cause.labelled(mainCause()).ordinal(), byCause);
    }
}
