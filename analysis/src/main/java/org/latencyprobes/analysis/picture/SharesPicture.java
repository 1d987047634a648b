package org.latencyprobes.analysis.picture;

import java.util.LinkedHashMap;
import java.util.Map;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.TextWidth;

/**
 * Wholes as bars that are divided by the shares of their parts, one below the other. Parts of one name have one colour; those below 1 % of each
 * whole are drawn and not named. For one thread.
 */
public final class SharesPicture {

    private static final double WIDTH = 460;
    private static final double TOP = 34;
    private static final double NAME = 22;
    private static final double BAR = 34;
    private static final double GAP = 10;
    private static final double LEAST_SHARE = 0.01;

    private final String title;
    private final Map<String, Integer> colours;
    private final Map<String, Map<String, Part>> bars = new LinkedHashMap<>();

    /**
     * A part of a whole.
     *
     * @param share from 0 to 1; what is 0 is not drawn
     * @param text the share in words, such as {@code 74 % (±4)}
     */
    public record Part(double share, String text) {}

    /**
     * Creates a picture without bars.
     *
     * @param title of the picture
     * @param colours indices of series' colours, by the names of parts, in the order in which they are drawn
     */
    public SharesPicture(String title, Map<String, Integer> colours) {
        this.title = title;
        this.colours = new LinkedHashMap<>(colours);
    }

    /**
     * Adds a bar.
     *
     * @param name of the whole
     * @param parts by their names
     * @return this
     */
    public SharesPicture bar(String name, Map<String, Part> parts) {
        Map<String, Part> drawn = new LinkedHashMap<>(parts);
        drawn.values().removeIf(part -> !(part.share > 0)); // nor what is not known
        bars.put(name, drawn);
        return this;
    }

    /**
     * Draws.
     *
     * @return the picture, also without bars
     */
    public Picture picture() {
        Markup body = new Markup();
        double room = WIDTH - 2 * Frame.MARGIN;
        body.element("text", TextWidth.fitted(title, Frame.TITLE, room), "class", "title", "x", Frame.MARGIN, "y", 22);
        Legend legend = new Legend(Frame.MARGIN, room);
        Map<String, Double> most = new LinkedHashMap<>();
        bars.values().forEach(parts -> parts.forEach((name, part) -> most.merge(name, part.share, Math::max)));
        colours.forEach((part, colour) -> {
            if (most.getOrDefault(part, 0.0) >= LEAST_SHARE) {
                legend.add(
                        new Markup().empty("path", "class", "full " + Style.series(colour), "d", "M-6-6h12v12h-12z"),
                        part);
            }
        });
        long small = most.values().stream().filter(share -> share < LEAST_SHARE).count();
        if (small > 0) {
            legend.add(new Markup(), "and " + small + " below 1 %");
        }
        double y = TOP;
        for (Map.Entry<String, Map<String, Part>> bar : bars.entrySet()) {
            String name = TextWidth.fitted(bar.getKey(), TextWidth.FONT, room);
            body.element("text", name, "class", "faint", "x", Frame.MARGIN, "y", y + 15);
            draw(body, bar.getValue(), y + NAME);
            y += NAME + BAR + GAP;
        }
        legend.draw(body, y);
        return new Picture(title, description(), WIDTH, y + legend.height(), body);
    }

    /** With its name and share in each part that has room for them. */
    private void draw(Markup body, Map<String, Part> parts, double y) {
        double sum =
                Math.max(1, parts.values().stream().mapToDouble(Part::share).sum());
        double from = 0;
        for (Map.Entry<String, Integer> colour : colours.entrySet()) {
            Part part = parts.get(colour.getKey());
            if (part != null) {
                double left = at(from / sum);
                from += part.share;
                double width = at(from / sum) - left;
                body.empty(
                        "rect",
                        "class",
                        "full " + Style.series(colour.getValue()),
                        "x",
                        left,
                        "y",
                        y,
                        "width",
                        Math.max(0.5, width - 1),
                        "height",
                        BAR);
                for (String text : new String[] {colour.getKey() + ' ' + part.text, part.text}) {
                    if (TextWidth.of(text) <= width - 8) {
                        body.element("text", text, "class", "on", "x", left + 6, "y", y + BAR / 2 + 4);
                        break;
                    }
                }
            }
        }
    }

    private static double at(double share) {
        return Frame.MARGIN + share * (WIDTH - 2 * Frame.MARGIN);
    }

    private String description() {
        StringBuilder text = new StringBuilder();
        bars.forEach((name, parts) -> {
            text.append(text.isEmpty() ? "" : " ").append(name).append(':');
            String before = " ";
            for (String part : colours.keySet()) {
                if (parts.containsKey(part)) {
                    text.append(before).append(part).append(' ').append(parts.get(part).text);
                    before = ", ";
                }
            }
            text.append('.');
        });
        return text.toString();
    }
}
