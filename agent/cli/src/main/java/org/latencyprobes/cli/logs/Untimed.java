package org.latencyprobes.cli.logs;

import org.HdrHistogram.Histogram;

/**
 * The calls that were counted and not timed: those of a line of a log, or of many.
 *
 * @param calls how many
 * @param nanos how long they took, in ns: an estimate by the timed calls of their lines; NaN where these don't tell
 */
public record Untimed(long calls, double nanos) {

    /** None. */
    public static final Untimed NONE = new Untimed(0, 0);

    /** Those of a line; as long as its timed calls, where these are a uniform choice of all. */
    public static Untimed of(Histogram line, long calls, boolean isUniform) {
        if (calls == 0) {
            return NONE;
        }
        return new Untimed(calls, isUniform && line.getTotalCount() > 0 ? line.getMean() * calls : Double.NaN);
    }

    Untimed plus(Untimed more) {
        return more.calls == 0 ? this : new Untimed(calls + more.calls, nanos + more.nanos);
    }
}
