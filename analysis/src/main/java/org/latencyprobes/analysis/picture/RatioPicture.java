package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.RatioAxis;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;

/**
 * Ratios with their intervals, on a logarithmic scale, one in a row. An interval that leaves the picture ends in an arrow. A row may have
 * a ceiling, which is the largest ratio that could come out, and what was published. For one thread.
 */
public final class RatioPicture {

    /** An interval that is wider on a side ends in an arrow, unless there is room for it. */
    private static final double MOST_WIDTH = 3;

    private static final String CAP = "m0 -5v10m0 -5";

    private final String title;
    private final List<Row> rows = new ArrayList<>();

    private record Row(String name, ConfidenceInterval ratio, OptionalDouble ceiling, OptionalDouble published) {

        /** What must be seen. Of the interval as much as leaves the other rows their room. */
        DoubleStream figures() {
            double estimate = ratio.estimate();
            return DoubleStream.of(
                            Math.max(ratio.low(), estimate / MOST_WIDTH),
                            estimate,
                            Math.min(ratio.high(), estimate * MOST_WIDTH),
                            ceiling.orElse(estimate),
                            published.orElse(estimate))
                    .filter(figure -> figure > 0 && figure < Double.POSITIVE_INFINITY);
        }
    }

    /**
     * Creates a picture without rows.
     *
     * @param title of the picture
     */
    public RatioPicture(String title) {
        this.title = title;
    }

    /**
     * Adds a row.
     *
     * @param name of the ratio
     * @param ratio positive
     * @param ceiling the largest that could come out here, if it is known
     * @param published what others measured, if they did
     * @return this
     * @throws IllegalArgumentException if the ratio is not positive and finite
     */
    public RatioPicture row(String name, ConfidenceInterval ratio, OptionalDouble ceiling, OptionalDouble published) {
        if (!(ratio.estimate() > 0 && ratio.estimate() < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": " + ratio);
        }
        rows.add(new Row(name, ratio, ceiling, published));
        return this;
    }

    /**
     * Draws.
     *
     * @return the picture, also without rows
     */
    public Picture picture() {
        Rows layout = new Rows(rows.stream().map(Row::name), rows.stream().map(row -> row.ratio.ratioText()));
        Frame frame = layout.frame();
        double[] figures = DoubleStream.concat(DoubleStream.of(1), rows.stream().flatMapToDouble(Row::figures))
                .sorted()
                .toArray();
        RatioAxis axis = new RatioAxis(frame.left(), frame.width(), figures[0], figures[figures.length - 1]);
        Markup body = new Markup();
        layout.draw(body, title);
        frame.horizontal(body, axis.ticks(), "ratio, with its interval");
        vertical(body, "faint-line", axis.at(1), frame.top(), frame.bottom());
        for (int i = 0; i < rows.size(); i++) {
            row(body, rows.get(i), axis, layout.middle(i));
        }
        Legend legend = legend();
        double end = frame.bottom() + Frame.FOOT;
        legend.draw(body, end);
        return new Picture(title, description(), Rows.WIDTH, end + legend.height(), body);
    }

    private static void row(Markup body, Row row, RatioAxis axis, double y) {
        double one = axis.at(1);
        double estimate = axis.at(row.ratio.estimate());
        body.open("g", "class", Style.series(0))
                .empty(
                        "rect",
                        "class",
                        "area",
                        "x",
                        Math.min(one, estimate),
                        "y",
                        y - 6,
                        "width",
                        Math.abs(estimate - one),
                        "height",
                        12);
        if (row.ratio.isBounded()) {
            body.empty("path", "class", "line", "d", whisker(row.ratio, axis, y));
        }
        body.empty("circle", "class", "full", "cx", estimate, "cy", y, "r", 3.5).close();
        row.ceiling.ifPresent(
                ceiling -> vertical(body, "line few " + Style.series(1), axis.at(ceiling), y - 12, y + 12));
        row.published.ifPresent(published -> body.empty(
                "path",
                "class",
                "mark " + Style.series(2),
                "transform",
                "translate(" + Markup.number(axis.at(published)) + " " + Markup.number(y) + ")",
                "d",
                MarkShape.DIAMOND.path));
    }

    private static String whisker(ConfidenceInterval ratio, RatioAxis axis, double y) {
        return "M" + Markup.number(axis.at(ratio.low())) + " " + Markup.number(y)
                + (axis.holds(ratio.low()) ? CAP : "m5 -5l-5 5l5 5m-5 -5")
                + "H" + Markup.number(axis.at(ratio.high()))
                + (axis.holds(ratio.high()) ? CAP : "m-5 -5l5 5l-5 5");
    }

    private static void vertical(Markup body, String cssClass, double x, double from, double to) {
        body.empty("line", "class", cssClass, "x1", x, "y1", from, "x2", x, "y2", to);
    }

    private Legend legend() {
        Legend legend = new Legend(Frame.MARGIN, Rows.WIDTH - 2 * Frame.MARGIN);
        legend.add(
                new Markup()
                        .open("g", "class", Style.series(0))
                        .empty("path", "class", "line", "d", "M-9 -5v10m0 -5H9m0 -5v10")
                        .empty("circle", "class", "full", "r", 3.5)
                        .close(),
                "here");
        if (rows.stream().anyMatch(row -> row.ceiling.isPresent())) {
            legend.add(new Markup().empty("path", "class", "line few " + Style.series(1), "d", "M0 -8v16"), "ceiling");
        }
        if (rows.stream().anyMatch(row -> row.published.isPresent())) {
            legend.add(
                    new Markup().empty("path", "class", "mark " + Style.series(2), "d", MarkShape.DIAMOND.path),
                    "published");
        }
        return legend;
    }

    private String description() {
        StringBuilder text = new StringBuilder("Ratios with their intervals.");
        for (Row row : rows) {
            text.append(' ').append(row.name).append(": ").append(row.ratio.ratioText());
            row.ceiling.ifPresent(ceiling -> text.append(String.format(Locale.ROOT, ", ceiling %.3g", ceiling)));
            row.published.ifPresent(figure -> text.append(String.format(Locale.ROOT, ", published %.3g", figure)));
            text.append('.');
        }
        return text.toString();
    }
}
