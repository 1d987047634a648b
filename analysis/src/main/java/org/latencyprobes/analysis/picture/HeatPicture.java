package org.latencyprobes.analysis.picture;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.TimeSlices.Slice;
import org.latencyprobes.analysis.picture.axis.DurationAxis;
import org.latencyprobes.analysis.picture.axis.LinearAxis;

/**
 * Latency over time as a heat map: time to the right, durations up on a logarithmic scale, and the more calls a cell has, the fuller its
 * colour. Lines show p50 and p99. Below, events such as collections or stalls are marked on the same time axis, a lane for each kind. Slices
 * too narrow to see are summed. For one thread.
 */
public final class HeatPicture {

    private static final double WIDTH = 720;
    private static final int ROWS = 40;

    /** As wide as the lines that {@link Style} draws cells with. */
    private static final int ROW = 6;

    private static final double LEAST_COLUMN = 5;
    private static final int MOST_LEVELS = 6;
    private static final double FAINTEST = 0.22;

    /** Factors between levels of colour, of which the first that needs few enough levels is taken. */
    private static final int[] FACTORS = {2, 4, 10, 100, 1_000};

    private final String title;
    private final TimeSlices slices = new TimeSlices();
    private final EventLanes lanes = new EventLanes();

    /**
     * What is drawn into.
     *
     * @param area of the plot
     * @param shown slices with samples that are wide enough
     */
    private record Plot(
            Markup body, Legend legend, Frame area, List<Slice> shown, LinearAxis time, DurationAxis durations) {

        /** A line for a figure of {@link TimeSlices#NAMES}. */
        void line(int figure, int series) {
            String style = "line " + Style.series(series);
            body.empty("path", "class", style, "d", TimeSlices.line(shown, figure, time, durations));
            legend.add(new Markup().empty("path", "class", style, "d", "M-9 0H9"), TimeSlices.NAMES.get(figure));
        }
    }

    /**
     * Creates an empty picture.
     *
     * @param title of the picture
     */
    public HeatPicture(String title) {
        this.title = title;
    }

    /**
     * Adds a slice of time.
     *
     * @param startNanos its start, in ns since the beginning; not before the end of the slice before
     * @param endNanos its end
     * @param histogram its samples, in ns; copied. Without samples the slice is a gap.
     * @return this
     */
    public HeatPicture slice(double startNanos, double endNanos, AbstractHistogram histogram) {
        slices.add(startNanos, endNanos, histogram);
        return this;
    }

    /**
     * Adds a kind of events, also where none of it happened.
     *
     * @param kind its name, such as {@code collections}
     * @return this
     */
    public HeatPicture lane(String kind) {
        lanes.lane(kind);
        return this;
    }

    /**
     * Adds an event.
     *
     * @param kind the name of its lane
     * @param startNanos its start, in ns since the beginning
     * @param durationNanos its length; 0 for what has none
     * @return this
     */
    public HeatPicture event(String kind, double startNanos, double durationNanos) {
        lanes.add(kind, startNanos, durationNanos);
        return this;
    }

    /**
     * Draws.
     *
     * @return the picture, also without slices
     */
    public Picture picture() {
        Frame area = new Frame(lanes.left(), Frame.HEAD, WIDTH - lanes.left() - 24, (double) ROWS * ROW);
        Frame all = area.higher(lanes.height());
        LinearAxis time = slices.axis(area.left(), area.width());
        List<Slice> shown = slices.wideEnough(time, LEAST_COLUMN);
        DurationAxis durations = TimeSlices.durations(area, shown);

        Markup body = new Markup();
        all.head(body, title, "latency");
        area.vertical(body, durations.ticks());
        all.horizontal(body, time.ticks(), "time");
        Legend legend = new Legend(Frame.MARGIN, WIDTH - 2 * Frame.MARGIN);
        Plot plot = new Plot(body, legend, area, shown, time, durations);
        cells(plot);
        plot.line(0, 1);
        plot.line(1, 2);
        lanes.draw(body, area.bottom(), time);
        double bottom = all.bottom() + Frame.FOOT;
        legend.draw(body, bottom);
        String description = "Heat map of latency over time." + slices.description() + lanes.description("");
        return new Picture(title, description, WIDTH, bottom + legend.height(), body);
    }

    /** A path for each level of colour. */
    private static void cells(Plot plot) {
        List<long[]> columns =
                plot.shown().stream().map(slice -> column(slice, plot)).toList();
        long most = columns.stream().flatMapToLong(LongStream::of).max().orElse(1);
        int factor = factor(most);
        int levels = level(most, factor) + 1;
        for (int level = 0; level < levels; level++) {
            CellPath path = new CellPath();
            for (int i = 0; i < columns.size(); i++) {
                long from = Math.round(plot.time().at(plot.shown().get(i).startNanos()));
                long to = Math.round(plot.time().at(plot.shown().get(i).endNanos()));
                for (int row = 0; row < ROWS; row++) {
                    long calls = columns.get(i)[row];
                    if (calls > 0 && level(calls, factor) == level) {
                        path.add(
                                from,
                                Math.round(plot.area().top()) + (long) row * ROW + ROW / 2,
                                Math.max(1, to - from));
                    }
                }
            }
            double opacity = levels == 1 ? 1 : FAINTEST + (1 - FAINTEST) * level / (levels - 1);
            String text = String.format(Locale.ROOT, "%.2f", opacity);
            String style = "heat " + Style.series(0);
            plot.body().empty("path", "class", style, "stroke-opacity", text, "d", path);
            plot.legend()
                    .add(
                            new Markup().empty("path", "class", style, "stroke-opacity", text, "d", "M-9 0H9"),
                            String.format(
                                    Locale.ROOT,
                                    "%,.0f%s",
                                    Math.pow(factor, level),
                                    level == 0 ? " call or more" : "+"));
        }
    }

    private static long[] column(Slice slice, Plot plot) {
        long[] rows = new long[ROWS];
        for (HistogramIterationValue value : slice.histogram().recordedValues()) {
            double y = plot.durations().at(slice.histogram().medianEquivalentValue(value.getValueIteratedTo()));
            int row = (int) Math.min(ROWS - 1.0, Math.max(0, (y - plot.area().top()) / ROW));
            rows[row] += value.getCountAtValueIteratedTo();
        }
        return rows;
    }

    private static int factor(long most) {
        return IntStream.of(FACTORS)
                .filter(factor -> level(most, factor) < MOST_LEVELS)
                .findFirst()
                .orElse(FACTORS[FACTORS.length - 1]);
    }

    /** How often a count can be divided. */
    private static int level(long calls, int factor) {
        int level = 0;
        for (long rest = calls / factor; rest > 0; rest /= factor) {
            level++;
        }
        return level;
    }
}
