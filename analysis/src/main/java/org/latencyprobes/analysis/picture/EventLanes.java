package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.LinearAxis;
import org.latencyprobes.analysis.picture.axis.TextWidth;

/**
 * Events on the time axis of a plot, below it with a lane for each kind, or as stripes behind it. Events that cannot be told apart are
 * drawn as one. For one thread.
 */
final class EventLanes {

    /** The height of a lane. */
    private static final double LANE = 20;

    /** The space between the plot and the lanes. */
    private static final double GAP = 8;

    private static final double LEAST_WIDTH = 0.5;
    private static final double MOST_NAME = 150;
    private static final double LEAST_LEFT = 72;

    private final Map<String, List<Event>> lanes = new LinkedHashMap<>();

    private record Event(double startNanos, double durationNanos) {}

    /** Adds a kind, also where none of it happened. */
    void lane(String kind) {
        lanes.computeIfAbsent(kind, any -> new ArrayList<>());
    }

    /** Adds an event; its length is 0 for what has none. */
    void add(String kind, double startNanos, double durationNanos) {
        lane(kind);
        lanes.get(kind).add(new Event(startNanos, durationNanos));
    }

    /** Where the plot begins, so that the names of the lanes have room at its left. */
    double left() {
        double names = lanes.keySet().stream()
                .mapToDouble(kind -> Math.min(MOST_NAME, TextWidth.of(kind)))
                .max()
                .orElse(0);
        return Math.max(LEAST_LEFT, Frame.MARGIN + names + 12);
    }

    /** The height of all lanes. */
    double height() {
        return lanes.isEmpty() ? 0 : GAP + LANE * lanes.size();
    }

    /** Draws the lanes from the bottom of the plot on downwards. */
    void draw(Markup body, double plotBottom, LinearAxis time) {
        double y = plotBottom + GAP;
        for (Map.Entry<String, List<Event>> lane : lanes.entrySet()) {
            String name = TextWidth.fitted(lane.getKey(), TextWidth.FONT, MOST_NAME);
            body.element("text", name, "x", Frame.MARGIN, "y", y + LANE / 2 + 4);
            body.empty(
                    "path",
                    "class",
                    "full " + Style.series(3),
                    "d",
                    path(lane.getValue(), y + 4, LANE - 8, time, Integer.MAX_VALUE));
            y += LANE;
        }
    }

    /** The events of each kind as stripes over a plot. Of the longest of a kind so many can be seen, however short. */
    Map<String, String> stripes(Frame area, LinearAxis time, int seen) {
        Map<String, String> stripes = new LinkedHashMap<>();
        lanes.forEach((kind, events) -> stripes.put(kind, path(events, area.top(), area.height(), time, seen)));
        return stripes;
    }

    /** The longest are wide enough to be seen; did all have a least width, many short ones would look as if nothing ran. */
    private static String path(List<Event> events, double top, double height, LinearAxis time, int seen) {
        StringBuilder path = new StringBuilder();
        Set<Event> longest = events.stream()
                .sorted(Comparator.comparingDouble(Event::durationNanos).reversed())
                .limit(seen)
                .collect(Collectors.toSet());
        double drawn = Double.NEGATIVE_INFINITY;
        List<Event> inOrder = new ArrayList<>(events);
        inOrder.sort(Comparator.comparingDouble(Event::startNanos));
        for (Event event : inOrder) {
            double from = Math.max(time.at(event.startNanos), drawn);
            double to = time.at(event.startNanos + event.durationNanos);
            if (longest.contains(event)) {
                to = Math.max(to, time.at(event.startNanos) + 1);
            }
            if (to - from >= LEAST_WIDTH) {
                path.append('M').append(Markup.number(from)).append(' ').append(Markup.number(top));
                path.append('h').append(Markup.number(to - from)).append('v').append(Markup.number(height));
                path.append('H').append(Markup.number(from)).append('z');
                drawn = to;
            }
        }
        return path.toString();
    }

    /** The events in words, with a blank and a word before each kind. */
    String description(String before) {
        StringBuilder text = new StringBuilder();
        lanes.forEach((kind, events) -> text.append(' ')
                .append(before)
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
