package org.latencyprobes.analysis.statistics;

import java.util.function.DoubleUnaryOperator;

/** The inverse of a falling function, by halving. */
final class Bisection {

    private Bisection() {}

    /** The argument from 0 on at which the function, which falls there towards 0, takes the value. */
    static double ofFalling(DoubleUnaryOperator function, double value) {
        double low = 0;
        double high = 1;
        while (function.applyAsDouble(high) > value) {
            low = high;
            high *= 2;
        }
        for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
            if (function.applyAsDouble(middle) > value) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
