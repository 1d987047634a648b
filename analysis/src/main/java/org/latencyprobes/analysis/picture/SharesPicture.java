package org.latencyprobes.analysis.picture;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.latencyprobes.analysis.markup.Markup;

/** Wholes as bars that are divided by the shares of their parts, one below the other. Parts of one name have one colour. For one thread. */
public final class SharesPicture {

    private static final double WIDTH = 460;
    private static final double TOP = 34;
    private static final double NAME = 22;
    private static final double BAR = 34;
    private static final double GAP = 10;
    private static final double PERCENT = 100;

    private final String title;
    private final Map<String, Integer> colours;
    private final Map<String, Map<String, Double>> bars = new LinkedHashMap<>();

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
     * @param shares of its parts, from 0 to 1
     * @return this
     */
    public SharesPicture bar(String name, Map<String, Double> shares) {
        bars.put(name, shares);
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
        colours.forEach((part, colour) -> {
            if (bars.values().stream().anyMatch(shares -> shares.getOrDefault(part, 0.0) > 0)) {
                legend.add(
                        new Markup().empty("path", "class", "full " + Style.series(colour), "d", "M-6-6h12v12h-12z"),
                        part);
            }
        });
        double y = TOP;
        for (Map.Entry<String, Map<String, Double>> bar : bars.entrySet()) {
            String name = TextWidth.fitted(bar.getKey(), TextWidth.FONT, room);
            body.element("text", name, "class", "faint", "x", Frame.MARGIN, "y", y + 15);
            draw(body, bar.getValue(), y + NAME);
            y += NAME + BAR + GAP;
        }
        legend.draw(body, y);
        return new Picture(title, description(), WIDTH, y + legend.height(), body);
    }

    /** With its name and share in each part that has room for them. */
    private void draw(Markup body, Map<String, Double> shares, double y) {
        double sum = Math.max(
                1, shares.values().stream().mapToDouble(Double::doubleValue).sum());
        double from = 0;
        for (Map.Entry<String, Integer> part : colours.entrySet()) {
            double share = shares.getOrDefault(part.getKey(), 0.0);
            if (share > 0) {
                double left = at(from / sum);
                from += share;
                double width = at(from / sum) - left;
                body.empty(
                        "rect",
                        "class",
                        "full " + Style.series(part.getValue()),
                        "x",
                        left,
                        "y",
                        y,
                        "width",
                        Math.max(0.5, width - 1),
                        "height",
                        BAR);
                String label = part.getKey() + ' ' + percent(share);
                for (String text : new String[] {label, percent(share)}) {
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

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", PERCENT * share);
    }

    private String description() {
        StringBuilder text = new StringBuilder();
        bars.forEach((name, shares) -> {
            text.append(text.isEmpty() ? "" : " ").append(name).append(':');
            String before = " ";
            for (String part : colours.keySet()) {
                if (shares.getOrDefault(part, 0.0) > 0) {
                    text.append(before).append(part).append(' ').append(percent(shares.get(part)));
                    before = ", ";
                }
            }
            text.append('.');
        });
        return text.toString();
    }
}
