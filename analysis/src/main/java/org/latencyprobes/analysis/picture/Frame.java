package org.latencyprobes.analysis.picture;

import java.util.List;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.TextWidth;
import org.latencyprobes.analysis.picture.axis.Tick;

/**
 * The area of a plot with title, names of the axes, marks and grid.
 *
 * @param left of the area, in px
 * @param top of the area
 * @param width of the area
 * @param height of the area
 */
record Frame(double left, double top, double width, double height) {

    /** The space at the edges of a picture. */
    static final double MARGIN = 12;

    /** The size of titles. */
    static final double TITLE = 14;

    /** The height of a title with the name of the vertical axis below it. */
    static final double HEAD = 54;

    /** The height of marks and name below the area. */
    static final double FOOT = 44;

    double right() {
        return left + width;
    }

    double bottom() {
        return top + height;
    }

    /** The same area with more below. */
    Frame higher(double more) {
        return new Frame(left, top, width, height + more);
    }

    /** Draws the title and the name of what goes up. */
    void head(Markup markup, String title, String vertical) {
        double room = right() - MARGIN;
        markup.element("text", TextWidth.fitted(title, TITLE, room), "class", "title", "x", MARGIN, "y", 22)
                .element("text", vertical, "class", "faint", "x", MARGIN, "y", top - 10);
    }

    /** Draws marks at the left, with lines across. */
    void vertical(Markup markup, List<Tick> ticks) {
        for (Tick tick : ticks) {
            line(markup, left, tick.position(), right(), tick.position());
            markup.element("text", tick.label(), "x", left - 8, "y", tick.position() + 4, "text-anchor", "end");
        }
    }

    /** Draws marks below, with lines across, and the name of what goes to the right. */
    void horizontal(Markup markup, List<Tick> ticks, String name) {
        for (Tick tick : ticks) {
            line(markup, tick.position(), top, tick.position(), bottom());
            if (!tick.label().isEmpty()) {
                markup.element("text", tick.label(), "x", tick.position(), "y", bottom() + 16, "text-anchor", "middle");
            }
        }
        markup.element(
                "text", name, "class", "faint", "x", left + width / 2, "y", bottom() + 34, "text-anchor", "middle");
    }

    private static void line(Markup markup, double x1, double y1, double x2, double y2) {
        markup.empty("line", "class", "grid", "x1", x1, "y1", y1, "x2", x2, "y2", y2);
    }
}
