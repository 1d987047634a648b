package org.latencyprobes.demo.fix.comparison;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;
import org.latencyprobes.analysis.statistics.MeanEstimate;
import org.latencyprobes.internal.report.Percentiles;

/** The formats of figures in tables. */
public final class TableCells {

    public static final String NONE = "-";

    private TableCells() {}

    public static List<String> row(String label, Stream<String> cells) {
        return Stream.concat(Stream.of(label), cells).toList();
    }

    public static String micros(double micros) {
        if (Double.isNaN(micros)) {
            return NONE;
        }
        return micros < 0 ? "-" + Percentiles.text(-micros) : Percentiles.text(micros);
    }

    public static String micros(Optional<Double> micros) {
        return micros.map(TableCells::micros).orElse(NONE);
    }

    /** A factor with three significant digits. */
    public static String factor(double factor) {
        return String.format(Locale.ROOT, "%.3g", factor);
    }

    public static String whole(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    public static String percent(double percent) {
        return Double.isNaN(percent) ? NONE : String.format(Locale.ROOT, "%.2f", percent);
    }

    /** The ratio of the first cell to the second, with its interval; a dash where no block is left. */
    public static String ratio(Blocks blocks) {
        return blocks.isEmpty()
                ? NONE
                : blocks.ratioTo(1).interval(Blocks.CONFIDENCE).text();
    }

    /** A difference with its interval; without one where there are too few blocks. */
    public static String signed(MeanEstimate difference) {
        ConfidenceInterval interval = difference.interval(Blocks.CONFIDENCE);
        return signed(interval.estimate())
                + (interval.isBounded()
                        ? " (" + signed(interval.low()) + " to " + signed(interval.high()) + ")"
                        : " (no interval)");
    }

    private static String signed(double number) {
        return (number < 0 ? "" : "+") + micros(number);
    }
}
