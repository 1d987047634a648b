package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.List;

/** The way from values to px along one side of a plot, and its marks. */
interface Axis {

    /** The space between two labels, in px. */
    double SPACE = 6;

    /** The position of a value, in px; that of the nearest end for a value beyond. */
    double at(double value);

    /** The marks, in the order of their positions. Labels do not overlap. */
    List<Tick> ticks();

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
}
