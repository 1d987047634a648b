package org.latencyprobes.analysis.picture;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.TimeSlices.Slice;

/**
 * Latency over time as a heat map: the more calls a cell has, the fuller its colour. Lines show p50 and p99. For one thread.
 */
public final class HeatPicture extends TimePicture {

    private static final int ROWS = 40;

    /** As wide as the lines that {@link Style} draws cells with. */
    private static final int ROW = 6;

    private static final double LEAST_COLUMN = 5;
    private static final int MOST_LEVELS = 6;
    private static final double FAINTEST = 0.22;

    /** Factors between levels of colour, of which the first that needs few enough levels is taken. */
    private static final int[] FACTORS = {2, 4, 10, 100, 1_000};

    /**
     * Creates an empty picture.
     *
     * @param title of the picture
     */
    public HeatPicture(String title) {
        super(
                "Heat map of latency over time.",
                title,
                ROWS * ROW,
                LEAST_COLUMN,
                slice -> slice.histogram().getMinNonZeroValue());
    }

    @Override
    void draw(Plot plot) {
        cells(plot);
        plot.line(0, 1);
        plot.line(1, 2);
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
