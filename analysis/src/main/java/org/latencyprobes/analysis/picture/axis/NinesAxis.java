package org.latencyprobes.analysis.picture.axis;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Percentiles along the horizontal, by their number of nines: 90, 99 and 99.9 are equally far apart. */
public final class NinesAxis {

    private final double left;
    private final double width;
    private final double nines;

    /**
     * Creates an axis from 0 on.
     *
     * @param left where it begins, in px
     * @param width of it, in px
     * @param most the largest percentile to show, below 100
     */
    public NinesAxis(double left, double width, double most) {
        this.left = left;
        this.width = width;
        this.nines = nines(most);
    }

    /**
     * The number of nines.
     *
     * @param percentile from 0 to below 100
     * @return 1 for 90, 2 for 99, and between these a fraction
     */
    public static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }

    /**
     * Where a value stands.
     *
     * @param percentile up to 100
     * @return in px; of what lies beyond, the nearest end
     */
    public double at(double percentile) {
        return left + width * Math.min(1, Math.max(0, nines(Math.max(0, percentile)) / nines));
    }

    /**
     * Its marks.
     *
     * @return at 0, at 50 and at each number of nines, those without room without a label
     */
    public List<Tick> ticks() {
        List<Tick> ticks = new ArrayList<>();
        ticks.add(new Tick(left, "0"));
        if (nines >= nines(50)) {
            ticks.add(new Tick(at(50), "50"));
        }
        for (int power = 1; power <= nines + 1e-9; power++) {
            BigDecimal rest = BigDecimal.valueOf(100).scaleByPowerOfTen(-power).stripTrailingZeros();
            ticks.add(new Tick(
                    left + width * Math.min(1, power / nines),
                    BigDecimal.valueOf(100).subtract(rest).toPlainString()));
        }
        return Tick.withoutOverlaps(ticks);
    }
}
