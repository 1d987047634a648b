package org.latencyprobes.demo.date;

import java.util.List;

/** The levels at which distributions are compared, lowest first. */
enum Level {
    P50("50", 0.5),
    P90("90", 0.9),
    P99("99", 0.99),
    P99_9("99.9", 0.999),
    P99_99("99.99", 0.9999),
    WORST("worst", 1);

    /** Those that enough samples stand behind to form factors and to check one recorder against another. */
    static final List<Level> COMPARED = List.of(P50, P90, P99);

    private final String label;
    private final double fraction;

    Level(String label, double fraction) {
        this.label = label;
        this.fraction = fraction;
    }

    String label() {
        return label;
    }

    /** From 0 to 1, as JLBH has it. */
    double fraction() {
        return fraction;
    }
}
