package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.markup.Markup;

/**
 * Latency over time: p50, p99 and the worst of each slice on a logarithmic scale, the area between p50 and p99 filled. Below, events such as
 * collections or stalls are marked on the same time axis, a lane for each kind. Slices too narrow to see are summed. For one thread.
 */
public final class TimelinePicture {

    private static final double WIDTH = 720;
    private static final double HEIGHT = 240;

    /** The height of a lane of events. */
    private static final double LANE = 20;

    /** The space between the plot and the lanes. */
    private static final double LANES_GAP = 8;

    private static final double MOST_LANE_NAME = 150;

    /** The least width of a slice, in px. */
    private static final double LEAST = 2;

    private static final double[] PERCENTILES = {50, 99, 100};
    private static final String[] NAMES = {"p50", "p99", "worst"};

    private final String title;
    private final List<Slice> slices = new ArrayList<>();
    private final Map<String, List<Event>> lanes = new LinkedHashMap<>();

    private record Slice(double startNanos, double endNanos, Histogram histogram) {

        double nanos(int figure) {
            return PERCENTILES[figure] == 100
                    ? histogram.getMaxValue()
                    : histogram.getValueAtPercentile(PERCENTILES[figure]);
        }

        Slice upTo(Slice next) {
            Histogram sum = histogram.copy();
            sum.add(next.histogram);
            return new Slice(startNanos, next.endNanos, sum);
        }
    }

    private record Event(double startNanos, double durationNanos) {}

    /**
     * Creates an empty picture.
     *
     * @param title of the picture
     */
    public TimelinePicture(String title) {
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
    public TimelinePicture slice(double startNanos, double endNanos, AbstractHistogram histogram) {
        if (!(endNanos > startNanos) || !slices.isEmpty() && startNanos < slices.get(slices.size() - 1).endNanos - 1) {
            throw new IllegalArgumentException("slices must follow each other: " + startNanos + " to " + endNanos);
        }
        Histogram copy = new Histogram(histogram.getNumberOfSignificantValueDigits());
        copy.add(histogram);
        slices.add(new Slice(startNanos, endNanos, copy));
        return this;
    }

    /**
     * Adds a kind of events, also where none of it happened.
     *
     * @param kind its name, such as {@code collections}
     * @return this
     */
    public TimelinePicture lane(String kind) {
        lanes.computeIfAbsent(kind, any -> new ArrayList<>());
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
    public TimelinePicture event(String kind, double startNanos, double durationNanos) {
        lane(kind).lanes.get(kind).add(new Event(startNanos, durationNanos));
        return this;
    }

    /**
     * Draws.
     *
     * @return the picture, also without slices
     */
    public Picture picture() {
        double laneNames = lanes.keySet().stream()
                .mapToDouble(kind -> Math.min(MOST_LANE_NAME, TextWidth.of(kind)))
                .max()
                .orElse(0);
        double left = Math.max(72, Frame.MARGIN + laneNames + 12);
        Frame plot = new Frame(left, Frame.HEAD, WIDTH - left - 24, HEIGHT);
        Frame all = new Frame(
                left, plot.top(), plot.width(), HEIGHT + (lanes.isEmpty() ? 0 : LANES_GAP + LANE * lanes.size()));
        double start = slices.isEmpty() ? 0 : slices.get(0).startNanos;
        double end = slices.isEmpty() ? 1e9 : slices.get(slices.size() - 1).endNanos;
        LinearAxis time = new LinearAxis(left, plot.width(), start, end, DurationText::of);
        List<Slice> shown = wideEnough(time);
        DurationAxis durations = new DurationAxis(
                plot.top(),
                plot.height(),
                shown.stream().mapToDouble(slice -> slice.nanos(0)).min().orElse(1_000),
                shown.stream().mapToDouble(slice -> slice.nanos(2)).max().orElse(1_000_000));

        Markup body = new Markup();
        all.head(body, title, "latency");
        plot.vertical(body, durations.ticks());
        all.horizontal(body, time.ticks(), "time");
        area(body, shown, time, durations);
        Legend legend = new Legend(Frame.MARGIN, WIDTH - 2 * Frame.MARGIN);
        for (int figure = 0; figure < NAMES.length; figure++) {
            body.empty("path", "class", "line " + Style.series(figure), "d", line(shown, figure, time, durations));
            legend.add(
                    new Markup().empty("path", "class", "line " + Style.series(figure), "d", "M-9 0H9"), NAMES[figure]);
        }
        events(body, plot.bottom(), time);
        double bottom = all.bottom() + Frame.FOOT;
        legend.draw(body, bottom);
        return new Picture(title, description(), WIDTH, bottom + legend.height(), body);
    }

    /** Sums slices until each can be seen. */
    private List<Slice> wideEnough(LinearAxis time) {
        List<Slice> wide = new ArrayList<>();
        for (Slice slice : slices) {
            Slice last = wide.isEmpty() ? null : wide.get(wide.size() - 1);
            if (last != null && time.at(last.endNanos) - time.at(last.startNanos) < LEAST) {
                wide.set(wide.size() - 1, last.upTo(slice));
            } else {
                wide.add(slice);
            }
        }
        return wide.stream()
                .filter(slice -> slice.histogram.getTotalCount() > 0)
                .toList();
    }

    /** A level line across each slice; slices without a gap between them are joined. */
    private static String line(List<Slice> slices, int figure, LinearAxis time, DurationAxis durations) {
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

    private static void area(Markup body, List<Slice> slices, LinearAxis time, DurationAxis durations) {
        StringBuilder path = new StringBuilder();
        for (Slice slice : slices) {
            path.append('M').append(Markup.number(time.at(slice.startNanos)));
            path.append(' ').append(Markup.number(durations.at(slice.nanos(0))));
            path.append('H').append(Markup.number(time.at(slice.endNanos)));
            path.append('V').append(Markup.number(durations.at(slice.nanos(1))));
            path.append('H').append(Markup.number(time.at(slice.startNanos))).append('z');
        }
        body.empty("path", "class", "area " + Style.series(0), "d", path);
    }

    private void events(Markup body, double top, LinearAxis time) {
        double y = top + LANES_GAP;
        for (Map.Entry<String, List<Event>> lane : lanes.entrySet()) {
            body.element(
                    "text",
                    TextWidth.fitted(lane.getKey(), TextWidth.FONT, MOST_LANE_NAME),
                    "x",
                    Frame.MARGIN,
                    "y",
                    y + LANE / 2 + 4);
            StringBuilder path = new StringBuilder();
            double drawn = Double.NEGATIVE_INFINITY;
            for (Event event : lane.getValue()) {
                double from = Math.max(time.at(event.startNanos), drawn);
                double to = Math.max(time.at(event.startNanos) + 1, time.at(event.startNanos + event.durationNanos));
                if (to - drawn >= 0.5) {
                    path.append('M').append(Markup.number(from)).append(' ').append(Markup.number(y + 4));
                    path.append('h').append(Markup.number(to - from)).append("v12H");
                    path.append(Markup.number(from)).append('z');
                    drawn = to;
                }
            }
            body.empty("path", "class", "full " + Style.series(3), "d", path);
            y += LANE;
        }
    }

    private String description() {
        Slice whole = slices.stream().reduce(Slice::upTo).orElse(null);
        StringBuilder text = new StringBuilder("Latency over time.");
        if (whole != null && whole.histogram.getTotalCount() > 0) {
            text.append(" Over ")
                    .append(DurationText.of(whole.endNanos - whole.startNanos))
                    .append(':');
            for (int figure = 0; figure < NAMES.length; figure++) {
                text.append(figure == 0 ? " " : ", ").append(NAMES[figure]);
                text.append(' ').append(DurationText.of(whole.nanos(figure)));
            }
            text.append('.');
        }
        lanes.forEach((kind, events) -> text.append(' ')
                .append(kind)
                .append(": ")
                .append(events.size())
                .append(", ")
                .append(DurationText.of(
                        events.stream().mapToDouble(Event::durationNanos).sum()))
                .append(" in all."));
        return text.toString();
    }
}
