package org.latencyprobes.internal.report;

/** How many of one unit are one of another. */
public final class UnitFactors {

    /** The number of ns in a µs. */
    public static final double NANOS_PER_MICRO = 1e3;

    /** The number of ns in a ms. */
    public static final double NANOS_PER_MILLI = 1e6;

    /** The number of ns in a second. */
    public static final double NANOS_PER_SECOND = 1e9;

    /** The number of µs in a ms. */
    public static final double MICROS_PER_MILLI = 1e3;

    /** The number of ms in a second. */
    public static final double MILLIS_PER_SECOND = 1e3;

    /** The number of hundredths in a whole. */
    public static final double PERCENT = 100;

    private UnitFactors() {}
}
