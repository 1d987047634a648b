package org.latencyprobes.analysis.picture;

import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.TimeSlices.Slice;

/** Latency over time as lines: p50, p99 and the longest of each slice, the area between p50 and p99 filled. For one thread. */
public final class TimelinePicture extends TimePicture {

    private static final double HEIGHT = 240;
    private static final double LEAST_COLUMN = 2;

    /**
     * Creates an empty picture.
     *
     * @param title of the picture
     */
    public TimelinePicture(String title) {
        super("Latency over time.", title, HEIGHT, LEAST_COLUMN, slice -> slice.nanos(0));
    }

    @Override
    void draw(Plot plot) {
        area(plot);
        for (int figure = 0; figure < TimeSlices.NAMES.size(); figure++) {
            plot.line(figure, figure);
        }
    }

    private static void area(Plot plot) {
        StringBuilder path = new StringBuilder();
        for (Slice slice : plot.shown()) {
            path.append('M').append(Markup.number(plot.time().at(slice.startNanos())));
            path.append(' ').append(Markup.number(plot.durations().at(slice.nanos(0))));
            path.append('H').append(Markup.number(plot.time().at(slice.endNanos())));
            path.append('V').append(Markup.number(plot.durations().at(slice.nanos(1))));
            path.append('H')
                    .append(Markup.number(plot.time().at(slice.startNanos())))
                    .append('z');
        }
        plot.body().empty("path", "class", "area " + Style.series(0), "d", path);
    }
}
