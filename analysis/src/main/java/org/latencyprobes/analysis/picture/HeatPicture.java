package org.latencyprobes.analysis.picture;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.TimeSlices.Slice;

/**
 * A heat map of latency: time to the right, durations up on a logarithmic scale, and the more calls a cell has, the fuller its colour. Lines
 * show p50 and p99. Below, events such as stalls are marked on the same time axis, a lane for each kind. Slices too narrow to see are summed.
 * For one thread.
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
        Frame plot = new Frame(lanes.left(), Frame.HEAD, WIDTH - lanes.left() - 24, ROWS * ROW);
        Frame all = plot.higher(lanes.height());
        LinearAxis time = slices.axis(plot.left(), plot.width());
        List<Slice> shown = slices.wideEnough(time, LEAST_COLUMN);
        DurationAxis durations = TimeSlices.durations(plot, shown, -1);

        Markup body = new Markup();
        all.head(body, title, "latency");
        plot.vertical(body, durations.ticks());
        all.horizontal(body, time.ticks(), "time");
        Legend legend = new Legend(Frame.MARGIN, WIDTH - 2 * Frame.MARGIN);
        cells(body, legend, shown, plot, time, durations);
        for (int figure = 0; figure < 2; figure++) {
            String style = "line " + Style.series(figure + 1);
            body.empty("path", "class", style, "d", TimeSlices.line(shown, figure, time, durations));
            legend.add(new Markup().empty("path", "class", style, "d", "M-9 0H9"), TimeSlices.NAMES.get(figure));
        }
        lanes.draw(body, plot.bottom(), time);
        double bottom = all.bottom() + Frame.FOOT;
        legend.draw(body, bottom);
        String description = "Heat map of latency over time." + slices.description() + lanes.description();
        return new Picture(title, description, WIDTH, bottom + legend.height(), body);
    }

    /** A path for each level of colour. */
    private static void cells(
            Markup body, Legend legend, List<Slice> shown, Frame plot, LinearAxis time, DurationAxis durations) {
        List<long[]> columns =
                shown.stream().map(slice -> column(slice, plot, durations)).toList();
        long most = columns.stream().flatMapToLong(LongStream::of).max().orElse(1);
        int factor = factor(most);
        int levels = level(most, factor) + 1;
        for (int level = 0; level < levels; level++) {
            CellPath path = new CellPath();
            for (int i = 0; i < columns.size(); i++) {
                long from = Math.round(time.at(shown.get(i).startNanos()));
                long to = Math.round(time.at(shown.get(i).endNanos()));
                for (int row = 0; row < ROWS; row++) {
                    long calls = columns.get(i)[row];
                    if (calls > 0 && level(calls, factor) == level) {
                        path.add(from, Math.round(plot.top()) + (long) row * ROW + ROW / 2, Math.max(1, to - from));
                    }
                }
            }
            double opacity = levels == 1 ? 1 : FAINTEST + (1 - FAINTEST) * level / (levels - 1);
            String text = String.format(Locale.ROOT, "%.2f", opacity);
            String style = "heat " + Style.series(0);
            body.empty("path", "class", style, "stroke-opacity", text, "d", path);
            legend.add(
                    new Markup().empty("path", "class", style, "stroke-opacity", text, "d", "M-9 0H9"),
                    String.format(Locale.ROOT, "%,.0f%s", Math.pow(factor, level), level == 0 ? " call or more" : "+"));
        }
    }

    private static long[] column(Slice slice, Frame plot, DurationAxis durations) {
        long[] rows = new long[ROWS];
        for (HistogramIterationValue value : slice.histogram().recordedValues()) {
            double y = durations.at(slice.histogram().medianEquivalentValue(value.getValueIteratedTo()));
            int row = (int) Math.min(ROWS - 1.0, Math.max(0, (y - plot.top()) / ROW));
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
