package org.latencyprobes.analysis.picture.axis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Values along the horizontal on a plain scale, with marks at round ones.
 *
 * @param left where it begins, in px
 * @param width of it, in px
 * @param low the value there
 * @param high the value at its other end
 * @param label of a value
 */
public record LinearAxis(double left, double width, double low, double high, DoubleFunction<String> label) {

    /**
     * Creates an axis; one without a range goes to 1 above its low value.
     *
     * @param left where it begins, in px
     * @param width of it, in px
     * @param low the value there
     * @param high the value at its other end
     * @param label of a value
     */
    public LinearAxis {
        high = high > low ? high : low + 1;
    }

    /**
     * Where a value stands.
     *
     * @param value a value
     * @return in px; of what lies beyond, the nearest end
     */
    public double at(double value) {
        return left + width * Math.max(0, Math.min(1, (value - low) / (high - low)));
    }

    /**
     * Its marks.
     *
     * @return at round values, those without room without a label
     */
    public List<Tick> ticks() {
        double step = step(high - low);
        List<Tick> ticks = new ArrayList<>();
        for (double i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
            ticks.add(new Tick(at(i * step), label.apply(i * step)));
        }
        return Tick.withoutOverlaps(ticks);
    }

    /** The largest of 1, 2, 5, 10, 20 … that leaves at least four marks. */
    static double step(double span) {
        double decade = Math.pow(10, Math.floor(Math.log10(span / 4)));
        double share = span / 4 / decade;
        return decade * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
    }
}
