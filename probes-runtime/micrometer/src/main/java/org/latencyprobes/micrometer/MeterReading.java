package org.latencyprobes.micrometer;

import java.util.function.DoubleSupplier;

/** The value of one meter, and the freezing in which it was last read. Guarded by its {@link PlainBinding}. */
final class MeterReading {

    private final PlainSeries series;
    private final DoubleSupplier value;
    private final boolean isGauge;
    private int generation = -1;

    /**
     * Creates a reading that nobody has read.
     *
     * @param value in ns or samples or a share, as frozen in the series
     * @param isGauge whether it covers an interval; else it is a count
     */
    MeterReading(PlainSeries series, DoubleSupplier value, boolean isGauge) {
        this.series = series;
        this.value = value;
        this.isGauge = isGauge;
    }

    boolean isGauge() {
        return isGauge;
    }

    /** Whether its series has been given what it shows. */
    boolean hasValue() {
        return isGauge ? series.hasInterval() : series.hasCounts();
    }

    double value() {
        return value.getAsDouble();
    }

    /** The freezing in which it was last read; −1 if it was not. */
    int generation() {
        return generation;
    }

    void readIn(int present) {
        generation = present;
    }
}
