package org.latencyprobes.agent.protocol.figures;

import java.util.Map;

/**
 * What measuring adds to one probe: the calls of other probes inside it, or of itself, and what measuring those takes. An estimate; nothing
 * that was recorded is corrected by it.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param nested calls of probes inside a call, timed or not, on average; NaN where none is known
 * @param overheadPercent what measuring those takes of the probe's time, in %; NaN likewise
 * @param mark {@value #MARKED} where that is so much that figures should not be taken for the method's own, {@code ?} where it may be, else empty
 * @param timedNested how many of the calls inside are timed; NaN likewise
 * @param calls calls of the probe that were timed
 * @param unknown of how many of them it is not known what was inside
 * @param mostPercent what measuring takes of the time of these at most, in %; NaN where there are none
 * @param withItself how many calls had one of the same probe inside
 */
public record NestingRow(
        String probe,
        Map<String, String> tags,
        double nested,
        double overheadPercent,
        String mark,
        double timedNested,
        long calls,
        long unknown,
        double mostPercent,
        long withItself) {

    /** Name of the table. */
    public static final String TABLE = "nesting";

    /** The mark of much measuring. */
    public static final String MARKED = "!";

    /** More of a probe's time than this is much, in %. */
    public static final double MARKED_PERCENT = 10;

    /** {@return whether any call of a probe was seen inside} */
    public boolean isKnown() {
        return !Double.isNaN(overheadPercent);
    }
}
