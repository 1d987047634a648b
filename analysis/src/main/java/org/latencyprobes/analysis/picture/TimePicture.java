package org.latencyprobes.analysis.picture;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.AbstractHistogram;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.TimeSlices.Slice;

/**
 * A picture of latency over time: time to the right, durations up on a logarithmic scale. Below, events such as collections or stalls are
 * marked on the same time axis, a lane for each kind. Slices too narrow to see are summed. For one thread.
 */
public abstract sealed class TimePicture permits HeatPicture, TimelinePicture {

    private static final double WIDTH = 720;

    private final String kind;
    private final String title;
    private final double height;
    private final double leastColumn;
    private final ToDoubleFunction<Slice> shortestNanos;
    private final TimeSlices slices = new TimeSlices();
    private final EventLanes lanes = new EventLanes();

    /**
     * What is drawn into.
     *
     * @param area of the plot
     * @param shown slices with samples that are wide enough
     */
    record Plot(Markup body, Legend legend, Frame area, List<Slice> shown, LinearAxis time, DurationAxis durations) {

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
     * @param kind what it is, in words
     * @param height of the plot, in px
     * @param leastColumn the least width of a slice, in px
     * @param shortestNanos the shortest duration of a slice that has to be in the plot, in ns
     */
    TimePicture(String kind, String title, double height, double leastColumn, ToDoubleFunction<Slice> shortestNanos) {
        this.kind = kind;
        this.title = title;
        this.height = height;
        this.leastColumn = leastColumn;
        this.shortestNanos = shortestNanos;
    }

    /** Draws what is between the axes. */
    abstract void draw(Plot plot);

    /**
     * Adds a slice of time.
     *
     * @param startNanos its start, in ns since the beginning; not before the end of the slice before
     * @param endNanos its end
     * @param histogram its samples, in ns; copied. Without samples the slice is a gap.
     * @return this
     */
    public TimePicture slice(double startNanos, double endNanos, AbstractHistogram histogram) {
        slices.add(startNanos, endNanos, histogram);
        return this;
    }

    /**
     * Adds a kind of events, also where none of it happened.
     *
     * @param kind its name, such as {@code collections}
     * @return this
     */
    public TimePicture lane(String kind) {
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
    public TimePicture event(String kind, double startNanos, double durationNanos) {
        lanes.add(kind, startNanos, durationNanos);
        return this;
    }

    /**
     * Draws.
     *
     * @return the picture, also without slices
     */
    public Picture picture() {
        Frame area = new Frame(lanes.left(), Frame.HEAD, WIDTH - lanes.left() - 24, height);
        Frame all = area.higher(lanes.height());
        LinearAxis time = slices.axis(area.left(), area.width());
        List<Slice> shown = slices.wideEnough(time, leastColumn);
        DurationAxis durations = TimeSlices.durations(area, shown, shortestNanos);

        Markup body = new Markup();
        all.head(body, title, "latency");
        area.vertical(body, durations.ticks());
        all.horizontal(body, time.ticks(), "time");
        Legend legend = new Legend(Frame.MARGIN, WIDTH - 2 * Frame.MARGIN);
        draw(new Plot(body, legend, area, shown, time, durations));
        lanes.draw(body, area.bottom(), time);
        double bottom = all.bottom() + Frame.FOOT;
        legend.draw(body, bottom);
        String description = kind + slices.description() + lanes.description();
        return new Picture(title, description, WIDTH, bottom + legend.height(), body);
    }
}
