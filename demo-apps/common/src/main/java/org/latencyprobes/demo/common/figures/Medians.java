package org.latencyprobes.demo.common.figures;

import java.util.List;

/** The median of the figures of several rounds. */
public final class Medians {

    private Medians() {}

    /** The value in the middle, or the mean of the two in the middle. */
    public static double of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
