package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.DurationAxis;
import org.latencyprobes.analysis.picture.axis.NinesAxis;

/**
 * A percentile spectrum: durations on a logarithmic scale against percentiles by their number of nines. A series has a line for each of its
 * recordings, such as one for each JVM, all of one colour. A line is dotted where fewer than ten samples lie beyond. Published figures are
 * single marks. For one thread.
 */
public final class SpectrumPicture {

    private static final double WIDTH = 720;
    private static final double HEIGHT = 300;
    private static final double LEAST_PERCENTILE = 99;
    private static final double[] DESCRIBED = {50, 99, 99.9};

    /** With more lines than that, steps are larger and only the first series are described: it keeps pages small. */
    private static final int MANY = 24;

    private static final double WIDE_STEP = 4.5;
    private static final double HIGH_STEP = 2.5;

    private final String title;
    private final List<Series> series = new ArrayList<>();
    private final List<Published> published = new ArrayList<>();

    private record Series(String name, int colour, List<PercentileCurve> curves, String words) {}

    private record Published(String name, int colour, List<PercentilePoint> points) {}

    /**
     * Creates a picture without series.
     *
     * @param title of the picture
     */
    public SpectrumPicture(String title) {
        this.title = title;
    }

    /**
     * Adds a series.
     *
     * @param name for the legend
     * @param curves one for each recording; those without samples are left out
     * @return this
     */
    public SpectrumPicture series(String name, List<PercentileCurve> curves) {
        return series(name, series.size(), curves, "");
    }

    /**
     * Adds a series in a colour and with words that a reader has elsewhere, too.
     *
     * @param name for the legend
     * @param colour the index of a series' colour
     * @param curves one for each recording; those without samples are left out
     * @param words what who does not see the picture is told of it, with its name; empty for the curves' own percentiles
     * @return this
     */
    public SpectrumPicture series(String name, int colour, List<PercentileCurve> curves, String words) {
        series.add(new Series(
                name,
                colour,
                curves.stream().filter(curve -> curve.samples() > 0).toList(),
                words));
        return this;
    }

    /**
     * Adds figures that others published.
     *
     * @param name for the legend
     * @param ofSeries the series to which they belong and whose colour they get; a name that no series has gets a colour of its own
     * @param points in any order; a percentile of 100 stands at the right end
     * @return this
     */
    public SpectrumPicture published(String name, String ofSeries, List<PercentilePoint> points) {
        List<String> names = series.stream().map(Series::name).toList();
        int colour = names.contains(ofSeries)
                ? series.get(names.indexOf(ofSeries)).colour
                : series.size() + published.size();
        published.add(new Published(name, colour, List.copyOf(points)));
        return this;
    }

    /**
     * Draws.
     *
     * @return the picture, also where there is nothing to show
     */
    public Picture picture() {
        return draw(false);
    }

    /**
     * Draws for a page on which series are shown and hidden.
     *
     * @return the picture without legend, of which as many series are seen at first as there are colours
     */
    public SwitchPicture switchable() {
        return new SwitchPicture(
                draw(true), series.stream().map(SpectrumPicture::name).toList(), SwitchPicture.COLOURS);
    }

    private Picture draw(boolean isSwitchable) {
        double[] nanos = points().mapToDouble(PercentilePoint::nanos).toArray();
        double least = DoubleStream.of(nanos).min().orElse(1_000);
        double most = DoubleStream.of(nanos).max().orElse(1_000_000);
        Frame frame = new Frame(72, Frame.HEAD, WIDTH - 72 - 36, HEIGHT);
        DurationAxis durations = new DurationAxis(frame.top(), frame.height(), least, most);
        NinesAxis percentiles = new NinesAxis(frame.left(), frame.width(), lastPercentile());

        Markup body = new Markup();
        frame.head(body, title, "latency");
        frame.vertical(body, durations.ticks());
        frame.horizontal(body, percentiles.ticks(), "percentile");
        Legend legend = new Legend(Frame.MARGIN, WIDTH - 2 * Frame.MARGIN);
        for (int i = 0; i < series.size(); i++) {
            lines(body, i, durations, percentiles, isSwitchable);
            if (!isSwitchable) {
                legend.add(
                        new Markup()
                                .empty("path", "class", "line " + Style.series(series.get(i).colour), "d", "M-9 0H9"),
                        name(series.get(i)));
            }
        }
        for (int i = 0; i < published.size(); i++) {
            marks(body, i, durations, percentiles);
            legend.add(mark(i, 0, 0), published.get(i).name);
        }
        double end = frame.bottom() + Frame.FOOT;
        legend.draw(body, end);
        return new Picture(title, description(), WIDTH, end + legend.height(), body);
    }

    private void lines(Markup body, int index, DurationAxis durations, NinesAxis percentiles, boolean isSwitchable) {
        String style = "line " + Style.series(series.get(index).colour);
        if (isSwitchable) {
            body.open("g", "class", style + ' ' + SwitchPicture.shapes(index)).element("title", series.get(index).name);
        } else {
            body.open("g", "class", style);
        }
        for (PercentileCurve curve : series.get(index).curves) {
            double printable = Math.max(curve.from(), curve.lastPrintable());
            body.empty("path", "d", path(curve, curve.from(), printable, durations, percentiles))
                    .empty("path", "class", "few", "d", path(curve, printable, curve.last(), durations, percentiles));
        }
        body.close();
    }

    /** The part of a curve between two percentiles. A point's duration holds from the percentile before up to its own. */
    private StepPath path(
            PercentileCurve curve, double from, double to, DurationAxis durations, NinesAxis percentiles) {
        double x = percentiles.at(from);
        double y = durations.at(curve.nanosAt(from));
        StepPath path =
                series.size() > MANY ? new StepPath(x, y, WIDE_STEP, HIGH_STEP) : new StepPath(x, y, StepPath.LEAST, 0);
        for (PercentilePoint point : curve.points()) {
            if (point.percentile() > from && point.percentile() < to) {
                path.step(percentiles.at(point.percentile()), durations.at(point.nanos()));
            }
        }
        path.end(percentiles.at(to), durations.at(curve.nanosAt(to)));
        return path;
    }

    private void marks(Markup body, int index, DurationAxis durations, NinesAxis percentiles) {
        for (PercentilePoint point : published.get(index).points) {
            body.raw(mark(index, percentiles.at(point.percentile()), durations.at(point.nanos()))
                    .toString());
        }
    }

    private Markup mark(int index, double x, double y) {
        return new Markup()
                .empty(
                        "path",
                        "class",
                        "mark " + Style.series(published.get(index).colour),
                        "transform",
                        "translate(" + Markup.number(x) + " " + Markup.number(y) + ")",
                        "d",
                        MarkShape.at(index).path);
    }

    private double lastPercentile() {
        return DoubleStream.concat(
                        series.stream().flatMap(each -> each.curves.stream()).mapToDouble(PercentileCurve::last),
                        published.stream()
                                .flatMap(each -> each.points.stream())
                                .mapToDouble(PercentilePoint::percentile)
                                .filter(percentile -> percentile < 100))
                .reduce(LEAST_PERCENTILE, Math::max);
    }

    private Stream<PercentilePoint> points() {
        return Stream.concat(
                series.stream().flatMap(each -> each.curves.stream()).flatMap(curve -> curve.points().stream()),
                published.stream().flatMap(each -> each.points.stream()));
    }

    private static String name(Series series) {
        int lines = series.curves.size();
        return series.name + (lines > 1 ? " (" + lines + " recordings)" : lines == 0 ? " (no samples)" : "");
    }

    private String description() {
        StringBuilder text = new StringBuilder("Percentile spectrum.");
        for (Series each : series.subList(0, Math.min(MANY, series.size()))) {
            text.append(' ')
                    .append(each.words.isEmpty() ? words(each) : each.words)
                    .append('.');
        }
        if (series.size() > MANY) {
            text.append(" And ").append(series.size() - MANY).append(" more.");
        }
        published.forEach(each -> text.append(' ').append(each.name).append(": single marks."));
        return text.toString();
    }

    private String words(Series each) {
        StringBuilder text = new StringBuilder(name(each));
        for (double percentile : DESCRIBED) {
            double[] nanos = each.curves.stream()
                    .filter(curve -> curve.from() <= percentile && curve.lastPrintable() >= percentile)
                    .mapToDouble(curve -> curve.nanosAt(percentile))
                    .sorted()
                    .toArray();
            if (nanos.length > 0) {
                text.append(", p").append(percentile == 99.9 ? "99.9" : (int) percentile + "");
                text.append(' ').append(range(nanos[0], nanos[nanos.length - 1]));
            }
        }
        return text.toString();
    }

    private static String range(double least, double most) {
        String low = DurationText.of(least);
        String high = DurationText.of(most);
        return low.equals(high) ? low : low + " to " + high;
    }
}
