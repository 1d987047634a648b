package org.latencyprobes.agent.cause;

/** A range of percentiles. */
public enum PercentileBand {
    /** All slow calls from p99 on. */
    ALL("from p99", 99, 100),
    /** From p99 to p99.9. */
    P99("p99 to p99.9", 99, 99.9),
    /** From p99.9 to p99.99. */
    P999("p99.9 to p99.99", 99.9, 99.99),
    /** The slowest in ten thousand. */
    P9999("from p99.99", 99.99, 100);

    private final String label;
    private final double fromPercentile;
    private final double toPercentile;

    PercentileBand(String label, double fromPercentile, double toPercentile) {
        this.label = label;
        this.fromPercentile = fromPercentile;
        this.toPercentile = toPercentile;
    }

    /**
     * The band's name.
     *
     * @return such as {@code p99 to p99.9}
     */
    public String label() {
        return label;
    }

    double fromPercentile() {
        return fromPercentile;
    }

    double toPercentile() {
        return toPercentile;
    }
}
