package org.latencyprobes.demo.fix.comparison;

import org.latencyprobes.demo.common.figures.Level;

/** A figure of JVMs that claims and factors are about. */
public enum Statistic {
    P50(Level.P50),
    P90(Level.P90),
    P99(Level.P99),
    /** Its tail makes most of a mean, so what shows in p99 shows in it. */
    MEAN(Level.P99);

    /** The number of CPUs used by others from which any figure may show it. */
    public static final double DISTURBING_CPUS = 0.15;

    private final Level level;

    Statistic(Level level) {
        this.level = level;
    }

    /** The percentile, or for the mean the one that disturbs it. */
    Level level() {
        return level;
    }

    public String label() {
        return this == MEAN ? "mean" : level.label();
    }

    public double micros(JvmFigures figures) {
        return this == MEAN ? figures.meanMicros() : figures.micros(level);
    }

    /** Whether enough messages lie beyond it to judge by it. */
    boolean isJudgeable(JvmFigures figures) {
        return this == MEAN || figures.isJudgeable(level);
    }

    /** The number of CPUs used by others from which it may show that: as large a share of one as there are messages beyond the percentile. */
    double disturbingCpus() {
        return Math.min(DISTURBING_CPUS, 1 - level.percentile() / 100);
    }
}
