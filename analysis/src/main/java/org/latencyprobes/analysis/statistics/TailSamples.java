package org.latencyprobes.analysis.statistics;

import java.util.Locale;

/**
 * The number of samples beyond a percentile, which decides what may be said of it. Ten are enough to print the percentile, fifty to judge it.
 *
 * @param percentile 0 to 100, such as 99.9
 * @param samples how many there are in all
 */
public record TailSamples(double percentile, long samples) {

    /** The number of samples beyond a percentile from which it is printed. */
    public static final int TO_PRINT = 10;

    /** The number of samples beyond a percentile from which it is judged. */
    public static final int TO_JUDGE = 50;

    /** Makes up for percentiles such as 99.9, which binary fractions miss. */
    private static final double ROUNDING = 1e-6;

    /**
     * The samples beyond.
     *
     * @return their number, rounded down
     */
    public long beyond() {
        return (long) Math.floor(samples * (100 - percentile) / 100 + ROUNDING);
    }

    /**
     * Whether the percentile may be printed.
     *
     * @return whether ten samples lie beyond it
     */
    public boolean isPrintable() {
        return beyond() >= TO_PRINT;
    }

    /**
     * Whether the percentile may be judged.
     *
     * @return whether fifty samples lie beyond it
     */
    public boolean isJudgeable() {
        return beyond() >= TO_JUDGE;
    }

    /**
     * The reason for which the percentile is not judged.
     *
     * @return such as {@code too few samples beyond p99.9: 14, 50 are needed}
     */
    public String shortage() {
        return shortage("", String.format(Locale.ROOT, "%,d", beyond()), TO_JUDGE);
    }

    /** The reason, with a word before "samples" and in other words how many there are. */
    String shortage(String kind, String have, int needed) {
        String number = percentile == Math.rint(percentile) ? String.valueOf((long) percentile) : "" + percentile;
        return String.format(
                Locale.ROOT, "too few %ssamples beyond p%s: %s, %d are needed", kind, number, have, needed);
    }
}
