package org.latencyprobes.analysis.picture.axis;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.analysis.markup.DurationText;

/** Durations up the vertical, on a logarithmic scale from a round duration to a round one. */
public final class DurationAxis {

    /** The least height for a label, in px. */
    public static final double LINE = TextWidth.FONT + 4;

    /** From one end to the other, so that noise does not fill the picture. */
    private static final double LEAST_FACTOR = 4;

    /** The longest duration is 10¹⁷ ns, three years. */
    private static final int MOST_DECADES = 17;

    private static final int[] ROUND = {1, 2, 5};
    private static final int[] TENS = {1};

    private final double top;
    private final double height;
    private final double low;
    private final double high;

    /**
     * Creates an axis that holds these durations.
     *
     * @param top where it ends, in px
     * @param height of it, in px
     * @param least in ns
     * @param most in ns, not below the least
     */
    public DurationAxis(double top, double height, double least, double most) {
        this.top = top;
        this.height = height;
        List<Double> round = round(0, Double.MAX_VALUE, 1, ROUND);
        this.low = round.stream().filter(each -> each <= Math.max(1, least)).reduce(1.0, Math::max);
        double needed = Math.max(low * LEAST_FACTOR, most);
        this.high = round.stream().filter(each -> each >= needed).findFirst().orElse(needed);
    }

    /**
     * Where a value stands.
     *
     * @param nanos a duration in ns
     * @return in px; of what lies beyond, the nearest end
     */
    public double at(double nanos) {
        double share = Math.log(Math.max(low, Math.min(high, nanos)) / low) / Math.log(high / low);
        return top + height * (1 - share);
    }

    /**
     * Its marks.
     *
     * @return as many round durations as there is room for: three for each decade, one, or one for each unit
     */
    public List<Tick> ticks() {
        List<Tick> ticks = ticks(round(low, high, 1, ROUND));
        if (!fit(ticks)) {
            ticks = ticks(round(low, high, 1, TENS));
        }
        if (!fit(ticks)) {
            ticks = ticks(round(low, high, 3, TENS));
        }
        return fit(ticks) ? ticks : ticks(List.of(low, high));
    }

    private static List<Double> round(double least, double most, int everyDecades, int... digits) {
        List<Double> round = new ArrayList<>();
        for (int decade = 0; decade <= MOST_DECADES; decade += everyDecades) {
            for (int digit : digits) {
                double nanos = digit * Math.pow(10, decade);
                if (nanos >= least && nanos <= most) {
                    round.add(nanos);
                }
            }
        }
        return round;
    }

    private List<Tick> ticks(List<Double> durations) {
        return durations.stream()
                .map(nanos -> new Tick(at(nanos), DurationText.of(nanos)))
                .toList();
    }

    private static boolean fit(List<Tick> ticks) {
        for (int i = 1; i < ticks.size(); i++) {
            if (ticks.get(i - 1).position() - ticks.get(i).position() < LINE) {
                return false;
            }
        }
        return ticks.size() >= 2;
    }
}
