package org.latencyprobes.analysis.picture.axis;

import java.util.ArrayList;
import java.util.List;

/**
 * A mark on an axis.
 *
 * @param position in px along the axis
 * @param label empty where there is no room for one
 */
public record Tick(double position, String label) {

    /** The space between two labels, in px. */
    private static final double SPACE = 6;

    /** Takes labels away from ticks, the later of two first, until none overlap along the horizontal. */
    static List<Tick> withoutOverlaps(List<Tick> ticks) {
        List<Tick> kept = new ArrayList<>();
        double end = Double.NEGATIVE_INFINITY;
        for (Tick tick : ticks) {
            double half = TextWidth.of(tick.label()) / 2;
            boolean fits = tick.position() - half >= end + SPACE;
            kept.add(fits ? tick : tick.unlabelled());
            end = fits ? tick.position() + half : end;
        }
        return kept;
    }

    private Tick unlabelled() {
        return new Tick(position, "");
    }
}
