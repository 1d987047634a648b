package org.latencyprobes.demo.common.figures;

import java.util.List;
import java.util.stream.Stream;
import org.latencyprobes.internal.report.Percentiles;

/** The percentiles at which all tables of the demos compare distributions, lowest first. */
public enum Level {
    P50(50),
    P90(90),
    P99(99),
    P99_9(99.9),
    P99_99(99.99),
    MAX(100);

    /** The levels with enough samples to form factors and to check one recorder against another. */
    public static final List<Level> COMPARED = List.of(P50, P90, P99);

    private final double percentile;

    Level(double percentile) {
        this.percentile = percentile;
    }

    /** The labels of all levels, as headings of a table. */
    public static List<String> labels() {
        return Stream.of(values()).map(Level::label).toList();
    }

    public String label() {
        return this == MAX ? "max" : Percentiles.name(percentile);
    }

    /** The percentile, from 0 to 100. */
    public double percentile() {
        return percentile;
    }
}
