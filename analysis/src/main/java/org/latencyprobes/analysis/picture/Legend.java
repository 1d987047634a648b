package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.DurationAxis;
import org.latencyprobes.analysis.picture.axis.TextWidth;

/** The names of all series with their signs, in rows as wide as the picture. */
final class Legend {

    /** The width of a sign with the space beside it. */
    private static final double SIGN = 28;

    private static final double GAP = 16;

    private final double left;
    private final double width;
    private final List<Place> places = new ArrayList<>();
    private double x;
    private int row;

    private record Place(Markup sign, String label, double x, int row) {}

    Legend(double left, double width) {
        this.left = left;
        this.width = width;
        this.x = left;
    }

    /** Adds a name; its sign is drawn around 0, from −9 to 9 px. */
    void add(Markup sign, String name) {
        String label = TextWidth.fitted(name, TextWidth.FONT, width - SIGN);
        double needed = SIGN + TextWidth.of(label);
        if (x > left && x + needed > left + width) {
            x = left;
            row++;
        }
        places.add(new Place(sign, label, x, row));
        x += needed + GAP;
    }

    double height() {
        return places.isEmpty() ? 0 : (row + 1) * DurationAxis.LINE + 8;
    }

    /** Draws the rows from here on downwards. */
    void draw(Markup markup, double top) {
        for (Place place : places) {
            double middle = top + (place.row + 0.5) * DurationAxis.LINE;
            markup.open(
                            "g",
                            "transform",
                            "translate(" + Markup.number(place.x + 10) + " " + Markup.number(middle) + ")")
                    .raw(place.sign.toString())
                    .element("text", place.label, "x", SIGN - 10, "y", 4)
                    .close();
        }
    }
}
