package org.latencyprobes.analysis.picture;

import java.util.List;
import org.HdrHistogram.AbstractHistogram;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.TimeSlices.Slice;

/**
 * Latency over time: p50, p99 and the worst of each slice on a logarithmic scale, the area between p50 and p99 filled. Below, events such as
 * collections or stalls are marked on the same time axis, a lane for each kind. Slices too narrow to see are summed. For one thread.
 */
public final class TimelinePicture {

    private static final double WIDTH = 720;
    private static final double HEIGHT = 240;

    /** The least width of a slice, in px. */
    private static final double LEAST = 2;

    private final String title;
    private final TimeSlices slices = new TimeSlices();
    private final EventLanes lanes = new EventLanes();

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
        slices.add(startNanos, endNanos, histogram);
        return this;
    }

    /**
     * Adds a kind of events, also where none of it happened.
     *
     * @param kind its name, such as {@code collections}
     * @return this
     */
    public TimelinePicture lane(String kind) {
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
    public TimelinePicture event(String kind, double startNanos, double durationNanos) {
        lanes.add(kind, startNanos, durationNanos);
        return this;
    }

    /**
     * Draws.
     *
     * @return the picture, also without slices
     */
    public Picture picture() {
        Frame plot = new Frame(lanes.left(), Frame.HEAD, WIDTH - lanes.left() - 24, HEIGHT);
        Frame all = plot.higher(lanes.height());
        LinearAxis time = slices.axis(plot.left(), plot.width());
        List<Slice> shown = slices.wideEnough(time, LEAST);
        DurationAxis durations = TimeSlices.durations(plot, shown, 0);

        Markup body = new Markup();
        all.head(body, title, "latency");
        plot.vertical(body, durations.ticks());
        all.horizontal(body, time.ticks(), "time");
        area(body, shown, time, durations);
        Legend legend = new Legend(Frame.MARGIN, WIDTH - 2 * Frame.MARGIN);
        for (int figure = 0; figure < TimeSlices.NAMES.size(); figure++) {
            String style = "line " + Style.series(figure);
            body.empty("path", "class", style, "d", TimeSlices.line(shown, figure, time, durations));
            legend.add(new Markup().empty("path", "class", style, "d", "M-9 0H9"), TimeSlices.NAMES.get(figure));
        }
        lanes.draw(body, plot.bottom(), time);
        double bottom = all.bottom() + Frame.FOOT;
        legend.draw(body, bottom);
        String description = "Latency over time." + slices.description() + lanes.description();
        return new Picture(title, description, WIDTH, bottom + legend.height(), body);
    }

    private static void area(Markup body, List<Slice> slices, LinearAxis time, DurationAxis durations) {
        StringBuilder path = new StringBuilder();
        for (Slice slice : slices) {
            path.append('M').append(Markup.number(time.at(slice.startNanos())));
            path.append(' ').append(Markup.number(durations.at(slice.nanos(0))));
            path.append('H').append(Markup.number(time.at(slice.endNanos())));
            path.append('V').append(Markup.number(durations.at(slice.nanos(1))));
            path.append('H').append(Markup.number(time.at(slice.startNanos()))).append('z');
        }
        body.empty("path", "class", "area " + Style.series(0), "d", path);
    }
}
