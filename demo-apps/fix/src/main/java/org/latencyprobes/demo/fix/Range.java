package org.latencyprobes.demo.fix;

import java.util.List;
import org.latencyprobes.demo.common.Medians;

/** A figure of several runs: the smallest, the median, the largest. A range made of two others holds for every pair of their runs. */
record Range(double low, double middle, double high) {

    static Range of(List<Double> values) {
        return new Range(
                values.stream().min(Double::compare).orElseThrow(),
                Medians.of(values),
                values.stream().max(Double::compare).orElseThrow());
    }

    Range less(Range other) {
        return new Range(low - other.high, middle - other.middle, high - other.low);
    }

    /** Divides. The result has no upper end if the other may be 0, and is anything if the other is 0 in all runs. */
    Range over(Range other) {
        return new Range(
                other.high <= 0 ? 0 : low / other.high, quotient(middle, other.middle), quotient(high, other.low));
    }

    private static double quotient(double top, double bottom) {
        return bottom <= 0 ? Double.POSITIVE_INFINITY : top / bottom;
    }

    boolean isAtLeast(double least) {
        return low >= least;
    }

    boolean isBelow(double least) {
        return high < least;
    }

    /** The median, with the smallest and the largest. */
    String text() {
        return TableCells.factor(middle) + " (" + TableCells.factor(low) + " to " + TableCells.factor(high) + ")";
    }
}
