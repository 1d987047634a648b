package org.latencyprobes.cli.top;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Numbers;
import org.latencyprobes.internal.report.Percentiles;

/** A column of the live table. */
public enum TopColumn {
    /** Name, tags, outcome. */
    PROBE("probe", 0, row -> Double.NaN, row -> row.key().label()),
    /** Calls per second. */
    RATE(
            "per s",
            9,
            row -> row.figures().perSecond(),
            row -> TopColumn.rate(row.figures().perSecond())),
    /** The median. */
    P50("p50", 8, row -> TopColumn.percentile(row, 50), row -> TopColumn.micros(TopColumn.percentile(row, 50))),
    /** The 99th percentile. */
    P99("p99", 8, row -> TopColumn.percentile(row, 99), row -> TopColumn.micros(TopColumn.percentile(row, 99))),
    /** The 99.9th percentile. */
    P999("p99.9", 8, row -> TopColumn.percentile(row, 99.9), row -> TopColumn.micros(TopColumn.percentile(row, 99.9))),
    /** The longest call. */
    MAX(
            "max",
            9,
            row -> row.figures().maxMicros(),
            row -> TopColumn.micros(row.figures().maxMicros(), row.figures().isEstimated() ? TopColumn.AT_LEAST : "")),
    /** The sum of the calls' durations. */
    TOTAL("total", 9, row -> row.figures().totalMicros(), row -> TopColumn.total(row)),
    /** What measuring takes. */
    COST("cost %", 7, LiveRow::costPercent, row -> Numbers.percent(row.costPercent())),
    /** What slow calls were slow for. */
    CAUSE("cause", -15, row -> Double.NaN, LiveRow::cause),
    /** The mode of the probe. */
    MODE("mode", -15, row -> Double.NaN, LiveRow::mode);

    /** Stands before the longest of a part of the calls. */
    static final String AT_LEAST = "≥";

    /** Stands before what is estimated from a part of the calls. */
    static final String ABOUT = "~";

    private static final double LARGE = 1_000;

    private final String heading;
    private final int width;
    private final ToDoubleFunction<LiveRow> number;
    private final Function<LiveRow, String> text;

    TopColumn(String heading, int width, ToDoubleFunction<LiveRow> number, Function<LiveRow, String> text) {
        this.heading = heading;
        this.width = width;
        this.number = number;
        this.text = text;
    }

    private static double percentile(LiveRow row, double percentile) {
        return row.figures().micros().get(Percentiles.SHOWN.indexOf(percentile));
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < LARGE ? "%.1f" : "%,.0f", perSecond);
    }

    static String micros(double micros) {
        return micros(micros, "");
    }

    /** A dash where it is not known. */
    private static String micros(double micros, String mark) {
        return (Double.isNaN(micros) ? "" : mark) + Durations.text(micros);
    }

    private static String total(LiveRow row) {
        return micros(row.figures().totalMicros(), row.figures().isEstimated() ? ABOUT : "");
    }

    static String mean(LiveRow row) {
        return micros(row.figures().meanMicros(), row.figures().isEstimated() ? ABOUT : "");
    }

    /**
     * The names by which users choose a column to sort by.
     *
     * @return as they stand above the columns, without units
     */
    public static List<String> names() {
        return Arrays.stream(values()).map(TopColumn::userName).toList();
    }

    /**
     * The column of a name.
     *
     * @param name one of {@link #names}
     * @return null where there is none
     */
    public static TopColumn named(String name) {
        return Arrays.stream(values())
                .filter(column -> column.userName().equals(name))
                .findFirst()
                .orElse(null);
    }

    String userName() {
        return switch (this) {
            case RATE -> "rate";
            case COST -> "cost";
            default -> heading;
        };
    }

    String heading() {
        return heading;
    }

    /** In characters; 0 for what is left. */
    int width() {
        return Math.abs(width);
    }

    boolean isText() {
        return width <= 0;
    }

    String text(LiveRow row) {
        return text.apply(row);
    }

    /** Numbers: the largest first, what is not known last; texts: by alphabet, empty ones last. */
    Comparator<LiveRow> order() {
        if (isText()) {
            return Comparator.comparing((LiveRow row) -> text(row).isEmpty()).thenComparing(this::text);
        }
        return Comparator.comparingDouble((LiveRow row) -> {
                    double value = number.applyAsDouble(row);
                    return Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value;
                })
                .reversed();
    }
}
