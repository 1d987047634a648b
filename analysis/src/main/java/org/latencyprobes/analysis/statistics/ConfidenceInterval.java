package org.latencyprobes.analysis.statistics;

import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * An estimate with its confidence interval. The ends are infinite, or 0 and infinite for a ratio, where there are too few values for an
 * interval.
 *
 * @param low the lower end
 * @param estimate what is most likely, within the ends
 * @param high the upper end
 */
public record ConfidenceInterval(double low, double estimate, double high) {

    /**
     * Whether a value is one that the data do not contradict.
     *
     * @param value the value
     * @return whether it lies within the ends or on one
     */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /**
     * Whether the data contradict every value from a limit up.
     *
     * @param limit the limit
     * @return whether the upper end is below it
     */
    public boolean isBelow(double limit) {
        return high < limit;
    }

    /**
     * Whether the data contradict every value from a limit down.
     *
     * @param limit the limit
     * @return whether the lower end is above it
     */
    public boolean isAbove(double limit) {
        return low > limit;
    }

    /**
     * Whether the interval has two ends.
     *
     * @return false where there were too few values
     */
    public boolean isBounded() {
        return !Double.isInfinite(low) && !Double.isInfinite(high);
    }

    /**
     * The interval on another scale.
     *
     * @param scale a rising function
     * @return the same interval after the function
     */
    public ConfidenceInterval map(DoubleUnaryOperator scale) {
        return new ConfidenceInterval(
                scale.applyAsDouble(low), scale.applyAsDouble(estimate), scale.applyAsDouble(high));
    }

    /**
     * The interval in words.
     *
     * @return such as {@code 4.03 (3.61–4.49)}, {@code 56.9 (−15.8 to 130)}, or {@code 4.03 (no interval)}
     */
    public String text() {
        return text(Significant::text);
    }

    /**
     * The interval of a ratio in words.
     *
     * @return the same, but for ends near 1, which have as many digits as tell on which side of 1 they lie: {@code 1.10 (1.0004–1.22)}
     */
    public String ratioText() {
        return text(Significant::besideOne);
    }

    private String text(DoubleFunction<String> end) {
        String opening = Significant.text(estimate) + " (";
        return isBounded()
                ? opening + end.apply(low) + (low < 0 ? " to " : "–") + end.apply(high) + ")"
                : opening + "no interval)";
    }
}
