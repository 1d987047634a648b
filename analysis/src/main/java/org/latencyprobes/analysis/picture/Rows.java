package org.latencyprobes.analysis.picture;

import java.util.List;
import java.util.stream.Stream;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.TextWidth;

/** The layout of a picture with a name at the left of each row and a figure at its right. */
final class Rows {

    static final double WIDTH = 720;

    /** The height of a row. */
    static final double ROW = 26;

    private static final double MOST_NAME = 290;
    private static final double MOST_FIGURE = 200;
    private static final double TOP = 40;

    private final List<String> names;
    private final List<String> figures;

    Rows(Stream<String> names, Stream<String> figures) {
        this.names = names.map(name -> TextWidth.fitted(name, TextWidth.FONT, MOST_NAME))
                .toList();
        this.figures = figures.map(figure -> TextWidth.fitted(figure, TextWidth.FONT, MOST_FIGURE))
                .toList();
    }

    /** The area between names and figures. */
    Frame frame() {
        double left = Frame.MARGIN + widest(names) + 14;
        double right = WIDTH - Frame.MARGIN - widest(figures) - 14;
        return new Frame(left, TOP, right - left, ROW * Math.max(1, names.size()));
    }

    double middle(int row) {
        return TOP + ROW * (row + 0.5);
    }

    /** Draws title, names and figures. */
    void draw(Markup body, String title) {
        body.element(
                "text",
                TextWidth.fitted(title, Frame.TITLE, WIDTH - 2 * Frame.MARGIN),
                "class",
                "title",
                "x",
                Frame.MARGIN,
                "y",
                22);
        for (int row = 0; row < names.size(); row++) {
            double y = middle(row) + 4;
            body.element("text", names.get(row), "x", Frame.MARGIN, "y", y)
                    .element("text", figures.get(row), "x", WIDTH - Frame.MARGIN, "y", y, "text-anchor", "end");
        }
    }

    private static double widest(List<String> texts) {
        return texts.stream().mapToDouble(TextWidth::of).max().orElse(0);
    }
}
