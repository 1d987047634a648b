package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.DurationAxis;
import org.latencyprobes.analysis.picture.axis.LinearAxis;

/**
 * Single calls as dots: when they began to the right, how long they took up, on a logarithmic scale. Calls of one kind have a colour and a shape.
 * Stalls are stripes behind. Each dot has words, which a page shows to who points at it. For one thread.
 */
public final class DotsPicture {

    private static final double WIDTH = 720;
    private static final double HEIGHT = 330;

    /** Of each kind so many can be seen, however short. */
    private static final int LONGEST_STALLS = 40;

    private final String title;
    private final double fromNanos;
    private final double toNanos;
    private final Map<String, Integer> colours;
    private final Map<String, List<Dot>> dots = new LinkedHashMap<>();
    private final EventLanes stalls = new EventLanes();
    private String edgeName = "";
    private double edgeNanos;

    private record Dot(double startNanos, double nanos, String words) {}

    /**
     * Creates a picture without calls.
     *
     * @param title of the picture
     * @param fromNanos where the time that it shows begins, in ns before or after the moment that is 0 on its axis
     * @param toNanos where that ends
     * @param colours indices of series' colours, by the names of kinds of calls and stalls, in the order of the legend
     */
    public DotsPicture(String title, double fromNanos, double toNanos, Map<String, Integer> colours) {
        this.title = title;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.colours = new LinkedHashMap<>(colours);
        colours.keySet().forEach(kind -> dots.put(kind, new ArrayList<>()));
    }

    /**
     * Adds a call.
     *
     * @param kind its kind
     * @param startNanos when it began, in ns since that moment
     * @param nanos how long it took
     * @param words what a reader may want to know of it
     * @return this
     */
    public DotsPicture dot(String kind, double startNanos, double nanos, String words) {
        dots.computeIfAbsent(kind, any -> new ArrayList<>()).add(new Dot(startNanos, nanos, words));
        return this;
    }

    /**
     * Adds a stall.
     *
     * @param kind its kind
     * @param startNanos when it began, in ns since that moment
     * @param nanos how long it took
     * @return this
     */
    public DotsPicture stall(String kind, double startNanos, double nanos) {
        stalls.add(kind, startNanos, nanos);
        return this;
    }

    /**
     * Draws a line below the calls that matter; the others are pale.
     *
     * @param name of the duration
     * @param nanos the duration, in ns
     * @return this
     */
    public DotsPicture edge(String name, double nanos) {
        edgeName = name;
        edgeNanos = nanos;
        return this;
    }

    /**
     * Draws.
     *
     * @return the picture, also without calls
     */
    public Picture picture() {
        Frame area = new Frame(72, Frame.HEAD, WIDTH - 72 - 56, HEIGHT);
        LinearAxis time = new LinearAxis(
                area.left(), area.width(), fromNanos, toNanos, nanos -> nanos == 0 ? "0" : DurationText.of(nanos));
        DurationAxis durations = new DurationAxis(
                area.top(),
                area.height(),
                all().mapToDouble(Dot::nanos).min().orElse(1_000),
                all().mapToDouble(Dot::nanos).max().orElse(1_000_000));
        dots.values().removeIf(List::isEmpty);
        Markup body = new Markup();
        area.head(body, title, "latency");
        Legend legend = new Legend(Frame.MARGIN, WIDTH - 2 * Frame.MARGIN);
        Legend stripes = new Legend(Frame.MARGIN, WIDTH - 2 * Frame.MARGIN);
        stalls.stripes(area, time, LONGEST_STALLS).forEach((kind, path) -> {
            String style = "stripe " + style(kind);
            body.empty("path", "class", style, "d", path);
            stripes.add(new Markup().empty("path", "class", style, "d", "M-9-7h18v14h-18z"), "stall: " + kind);
        });
        area.vertical(body, durations.ticks());
        area.horizontal(body, time.ticks(), "time");
        edge(body, area, durations);
        dots.entrySet().stream()
                .sorted(Comparator.comparing(kind -> -kind.getValue().size())) // the rare ones are above
                .forEach(kind -> draw(body, kind.getKey(), kind.getValue(), time, durations));
        dots.forEach((kind, calls) -> legend.add(
                new Markup()
                        .open("g", "class", "dots " + style(kind))
                        .empty("path", "d", "M0 0" + shape(kind))
                        .close(),
                kind));
        double end = area.bottom() + Frame.FOOT;
        legend.draw(body, end);
        stripes.draw(body, end + legend.height());
        return new Picture(title, description(), WIDTH, end + legend.height() + stripes.height(), body, "group");
    }

    private Stream<Dot> all() {
        return dots.values().stream().flatMap(List::stream);
    }

    private String style(String kind) {
        return Style.series(colours.getOrDefault(kind, 0));
    }

    private String shape(String kind) {
        return MarkShape.at(colours.getOrDefault(kind, 0) + MarkShape.values().length - 1).path;
    }

    private void draw(Markup body, String kind, List<Dot> calls, LinearAxis time, DurationAxis durations) {
        Map<Boolean, List<Dot>> parts =
                calls.stream().collect(Collectors.partitioningBy(dot -> dot.nanos >= edgeNanos));
        parts.forEach((matters, some) -> {
            if (!some.isEmpty()) {
                body.open("g", "class", (matters ? "dots " : "dots pale ") + style(kind));
                for (Dot dot : some) {
                    body.open(
                                    "path",
                                    "d",
                                    'M'
                                            + Markup.number(time.at(dot.startNanos))
                                            + ' '
                                            + Markup.number(durations.at(dot.nanos))
                                            + shape(kind))
                            .element("title", dot.words)
                            .close();
                }
                body.close();
            }
        });
    }

    private void edge(Markup body, Frame area, DurationAxis durations) {
        if (!edgeName.isEmpty()) {
            String y = Markup.number(durations.at(edgeNanos));
            body.empty(
                            "path",
                            "class",
                            "line few",
                            "d",
                            "M" + Markup.number(area.left()) + ' ' + y + "H" + area.right())
                    .element("text", edgeName, "x", area.right() + 4, "y", durations.at(edgeNanos) + 4);
        }
    }

    private String description() {
        StringBuilder text = new StringBuilder("Single calls, by when they began and how long they took.");
        dots.forEach((kind, calls) -> text.append(' ')
                .append(kind)
                .append(": ")
                .append(calls.size())
                .append(", ")
                .append(DurationText.of(
                        calls.stream().mapToDouble(Dot::nanos).min().orElse(0)))
                .append(" to ")
                .append(DurationText.of(
                        calls.stream().mapToDouble(Dot::nanos).max().orElse(0)))
                .append('.'));
        return text.append(stalls.description("Stalls, ")).toString();
    }
}
