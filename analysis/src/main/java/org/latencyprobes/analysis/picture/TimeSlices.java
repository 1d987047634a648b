package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.DurationAxis;
import org.latencyprobes.analysis.picture.axis.LinearAxis;

/** The samples of a picture by slices of time, one after the other. For one thread. */
final class TimeSlices {

    /** The names of the figures. */
    static final List<String> NAMES = List.of("p50", "p99", "max");

    private static final double[] PERCENTILES = {50, 99, 100};

    private final List<Slice> slices = new ArrayList<>();

    /**
     * A slice of time.
     *
     * @param startNanos its start, in ns since the beginning
     * @param endNanos its end
     * @param histogram its samples, in ns
     */
    record Slice(double startNanos, double endNanos, Histogram histogram) {

        /** A figure of {@link #NAMES}, in ns. */
        double nanos(int figure) {
            return PERCENTILES[figure] == 100
                    ? histogram.getMaxValue()
                    : histogram.getValueAtPercentile(PERCENTILES[figure]);
        }

        private Slice upTo(Slice next) {
            Histogram sum = histogram.copy();
            sum.add(next.histogram);
            return new Slice(startNanos, next.endNanos, sum);
        }
    }

    /** Adds a slice, whose histogram is copied. It must not begin before the end of the slice before. */
    void add(double startNanos, double endNanos, AbstractHistogram histogram) {
        if (!(endNanos > startNanos) || !slices.isEmpty() && startNanos < slices.get(slices.size() - 1).endNanos - 1) {
            throw new IllegalArgumentException("slices must follow each other: " + startNanos + " to " + endNanos);
        }
        Histogram copy = new Histogram(histogram.getNumberOfSignificantValueDigits());
        copy.add(histogram);
        slices.add(new Slice(startNanos, endNanos, copy));
    }

    /** The time of all slices; one second where there is none. */
    LinearAxis axis(double left, double width) {
        double start = slices.isEmpty() ? 0 : slices.get(0).startNanos;
        double end = slices.isEmpty() ? 1e9 : slices.get(slices.size() - 1).endNanos;
        return new LinearAxis(left, width, start, end, nanos -> nanos == 0 ? "0" : DurationText.of(nanos));
    }

    /** Slices with samples, summed until each is that wide, but not over a wider gap. */
    List<Slice> wideEnough(LinearAxis time, double leastWidth) {
        List<Slice> wide = new ArrayList<>();
        for (Slice slice : slices) {
            Slice last = wide.isEmpty() ? null : wide.get(wide.size() - 1);
            if (last != null
                    && time.at(last.endNanos) - time.at(last.startNanos) < leastWidth
                    && time.at(slice.startNanos) - time.at(last.endNanos) < leastWidth) {
                wide.set(wide.size() - 1, last.upTo(slice));
            } else {
                wide.add(slice);
            }
        }
        return wide.stream()
                .filter(slice -> slice.histogram.getTotalCount() > 0)
                .toList();
    }

    /** The durations from the shortest of these slices to the longest. */
    static DurationAxis durations(Frame area, List<Slice> shown) {
        return new DurationAxis(
                area.top(),
                area.height(),
                shown.stream()
                        .mapToDouble(slice -> slice.histogram.getMinNonZeroValue())
                        .filter(nanos -> nanos < Long.MAX_VALUE) // of samples that are all 0
                        .min()
                        .orElse(1_000),
                shown.stream().mapToDouble(slice -> slice.nanos(2)).max().orElse(1_000_000));
    }

    /** A level line across each slice; slices without a gap between them are joined. */
    static String line(List<Slice> slices, int figure, LinearAxis time, DurationAxis durations) {
        StringBuilder path = new StringBuilder();
        double end = Double.NaN;
        for (Slice slice : slices) {
            String y = Markup.number(durations.at(slice.nanos(figure)));
            path.append(slice.startNanos == end ? "V" + y : "M" + Markup.number(time.at(slice.startNanos)) + " " + y);
            path.append('H').append(Markup.number(time.at(slice.endNanos)));
            end = slice.endNanos;
        }
        return path.toString();
    }

    /** The figures of all time in words, with a blank before; empty without samples. */
    String description() {
        Slice whole = slices.stream().reduce(Slice::upTo).orElse(null);
        if (whole == null || whole.histogram.getTotalCount() == 0) {
            return "";
        }
        StringBuilder text = new StringBuilder(" Over ")
                .append(DurationText.of(whole.endNanos - whole.startNanos))
                .append(':');
        for (int figure = 0; figure < NAMES.size(); figure++) {
            text.append(figure == 0 ? " " : ", ").append(NAMES.get(figure));
            text.append(' ').append(DurationText.of(whole.nanos(figure)));
        }
        return text.append('.').toString();
    }
}
