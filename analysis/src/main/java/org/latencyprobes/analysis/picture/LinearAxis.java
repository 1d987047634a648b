package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** Values along the horizontal on a plain scale, with marks at round ones. */
final class LinearAxis {

    private final double left;
    private final double width;
    private final double low;
    private final double high;
    private final DoubleFunction<String> label;

    LinearAxis(double left, double width, double low, double high, DoubleFunction<String> label) {
        this.left = left;
        this.width = width;
        this.low = low;
        this.high = high > low ? high : low + 1;
        this.label = label;
    }

    /** In px; of what lies beyond, the nearest end. */
    double at(double value) {
        return left + width * Math.max(0, Math.min(1, (value - low) / (high - low)));
    }

    List<Tick> ticks() {
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
