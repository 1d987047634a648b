package org.latencyprobes.analysis.picture.axis;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Ratios along the horizontal, on a logarithmic scale: half and twice are equally far from 1. */
public final class RatioAxis {

    /** Up to this factor from end to end marks are at round steps, then at 1, 2, 5, 10 and so on, beyond at 1, 10, 100. */
    private static final double NARROW = 4;

    private static final double WIDE = 200;

    private static final int MOST_DECADES = 6;

    private final double left;
    private final double width;
    private final double low;
    private final double high;

    /**
     * Creates an axis that holds these ratios, with some room at both ends.
     *
     * @param left where it begins, in px
     * @param width of it, in px
     * @param least above 0
     * @param most not below the least
     */
    public RatioAxis(double left, double width, double least, double most) {
        double room = Math.max(1.02, Math.pow(most / least, 0.06));
        this.left = left;
        this.width = width;
        this.low = least / room;
        this.high = most * room;
    }

    /**
     * Whether a ratio has its place on the axis.
     *
     * @param ratio above 0
     * @return false of what lies beyond its ends
     */
    public boolean holds(double ratio) {
        return ratio >= low && ratio <= high;
    }

    /**
     * Where a value stands.
     *
     * @param ratio above 0
     * @return in px; of what lies beyond, the nearest end
     */
    public double at(double ratio) {
        return left + width * Math.max(0, Math.min(1, Math.log(ratio / low) / Math.log(high / low)));
    }

    /**
     * Its marks.
     *
     * @return at round values, those without room without a label
     */
    public List<Tick> ticks() {
        return Tick.withoutOverlaps(values().filter(ratio -> ratio >= low && ratio <= high)
                .mapToObj(ratio -> new Tick(at(ratio), label(ratio)))
                .toList());
    }

    private DoubleStream values() {
        if (high / low <= NARROW) {
            double step = LinearAxis.step(high - low);
            return IntStream.rangeClosed((int) Math.ceil(low / step), (int) (high / step))
                    .mapToDouble(i -> i * step);
        }
        return IntStream.rangeClosed(-MOST_DECADES, MOST_DECADES)
                .boxed()
                .flatMapToDouble(decade -> (high / low > WIDE ? DoubleStream.of(1) : DoubleStream.of(1, 2, 5))
                        .map(digit -> digit * Math.pow(10, decade)));
    }

    private static String label(double ratio) {
        return new BigDecimal(ratio)
                        .round(new MathContext(3))
                        .stripTrailingZeros()
                        .toPlainString() + "×";
    }
}
