package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.LinearAxis;

/**
 * The stages of a way, one below the other: each begins where the one before ends. A stage may be negative, as a rest is where the stages sum
 * to more than the whole. For one thread.
 */
public final class WaterfallPicture {

    private final String title;
    private final String axis;
    private final List<Stage> stages = new ArrayList<>();

    private record Stage(String name, int colour, double nanos) {}

    /**
     * Creates a picture without stages.
     *
     * @param title of the picture
     * @param axis what is along the axis, such as {@code time since the start}
     */
    public WaterfallPicture(String title, String axis) {
        this.title = title;
        this.axis = axis;
    }

    /**
     * Adds the next stage.
     *
     * @param name of the stage
     * @param nanos what it adds to the way, in ns, finite
     * @return this
     */
    public WaterfallPicture stage(String name, double nanos) {
        return stage(name, stages.size(), nanos);
    }

    /**
     * Adds the next stage, in a colour that other pictures have it in, too.
     *
     * @param name of the stage
     * @param colour the index of a series' colour
     * @param nanos what it adds to the way, in ns, finite
     * @return this
     */
    public WaterfallPicture stage(String name, int colour, double nanos) {
        if (!Double.isFinite(nanos)) {
            throw new IllegalArgumentException(name + ": " + nanos);
        }
        stages.add(new Stage(name, colour, nanos));
        return this;
    }

    /**
     * Draws.
     *
     * @return the picture, also without stages
     */
    public Picture picture() {
        Rows layout =
                new Rows(stages.stream().map(Stage::name), stages.stream().map(stage -> DurationText.of(stage.nanos)));
        Frame frame = layout.frame();
        double least = 0;
        double most = 0;
        double sum = 0;
        for (Stage stage : stages) {
            sum += stage.nanos;
            least = Math.min(least, sum);
            most = Math.max(most, sum);
        }
        LinearAxis scale = new LinearAxis(frame.left(), frame.width(), least, most, DurationText::of);
        Markup body = new Markup();
        layout.draw(body, title);
        frame.horizontal(body, scale.ticks(), axis);
        double start = 0;
        for (int i = 0; i < stages.size(); i++) {
            double end = start + stages.get(i).nanos;
            bar(body, stages.get(i).colour, scale.at(start), scale.at(end), layout.middle(i), i + 1 < stages.size());
            start = end;
        }
        return new Picture(title, description(sum), Rows.WIDTH, frame.bottom() + Frame.FOOT, body);
    }

    private static void bar(Markup body, int colour, double from, double to, double y, boolean hasNext) {
        body.open("g", "class", Style.series(colour))
                .empty(
                        "rect",
                        "class",
                        "full",
                        "x",
                        Math.min(from, to),
                        "y",
                        y - 8,
                        "width",
                        Math.max(1, Math.abs(to - from)),
                        "height",
                        16)
                .close();
        if (hasNext) {
            body.empty("line", "class", "faint-line", "x1", to, "y1", y + 8, "x2", to, "y2", y + Rows.ROW - 8);
        }
    }

    private String description(double sum) {
        StringBuilder text = new StringBuilder("Stages of the ").append(axis).append('.');
        stages.forEach(stage -> text.append(' ')
                .append(stage.name)
                .append(": ")
                .append(DurationText.of(stage.nanos))
                .append('.'));
        return text.append(" In all ").append(DurationText.of(sum)).append('.').toString();
    }
}
