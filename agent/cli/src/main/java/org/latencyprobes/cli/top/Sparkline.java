package org.latencyprobes.cli.top;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.cli.live.SeriesInterval;

/**
 * A line of one character for each second, the last one on the right: from the least to the greatest value, in eight steps of equal ratio.
 *
 * @param theme has the characters
 * @param endNanos the end of the last second, as {@link System#nanoTime} counts in the JVM
 * @param columns how many seconds
 */
record Sparkline(Theme theme, long endNanos, int columns) {

    private static final int STEPS = 7;

    boolean isShown(SeriesInterval interval) {
        return column(interval) >= 0;
    }

    private int column(SeriesInterval interval) {
        long ago = Math.round((endNanos - interval.interval().toNanos()) / (double) TimeUnit.SECONDS.toNanos(1));
        return (int) Math.max(-1, columns - 1 - ago);
    }

    /** Blank where there was no call. */
    String of(List<SeriesInterval> history, ToDoubleFunction<SeriesInterval> value) {
        double least = Double.MAX_VALUE;
        double greatest = 0;
        double[] values = new double[columns];
        for (SeriesInterval interval : history) {
            if (isShown(interval) && column(interval) < columns) {
                double present = value.applyAsDouble(interval);
                values[column(interval)] = present;
                least = Math.min(least, Math.max(Double.MIN_NORMAL, present));
                greatest = Math.max(greatest, present);
            }
        }
        char[] line = new char[columns];
        Arrays.fill(line, ' ');
        for (int at = 0; at < columns; at++) {
            if (values[at] > 0) {
                double share = greatest == least ? 1 : Math.log(values[at] / least) / Math.log(greatest / least);
                line[at] = theme.level((int) Math.round(STEPS * Math.max(0, Math.min(1, share))));
            }
        }
        return new String(line);
    }
}
