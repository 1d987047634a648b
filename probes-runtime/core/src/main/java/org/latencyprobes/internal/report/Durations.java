package org.latencyprobes.internal.report;

import java.util.List;

/**
 * Times as tables have them for people: three digits, and the unit in each cell. Cells that stand below each other have one unit, since they
 * are compared, unless they are too far apart for that. Stateless.
 */
public final class Durations {

    /** What stands where a time is not known. */
    public static final String NONE = "–";

    /** The unit that each cell has for itself. */
    public static final int OWN = -1;

    private static final List<String> NAMES = List.of("ns", "µs", "ms", "s");
    private static final double[] MICROS = {1e-3, 1, 1e3, 1e6};
    private static final double LEAST = 0.005;
    private static final double MOST = 1e5;
    private static final double MIDDLE = 31.6; // of 1 to 1,000
    private static final double MOST_SECONDS = 1e9;

    private Durations() {}

    /**
     * The unit for times that stand below each other.
     *
     * @param micros in µs; what is 0 or not known does not count
     * @return for {@link #text(double, int)}
     */
    public static int unit(double... micros) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = 0;
        for (double each : micros) {
            double size = Math.abs(each);
            if (size > 0) {
                least = Math.min(least, size);
                greatest = Math.max(greatest, size);
            }
        }
        return greatest == 0 ? OWN : between(least, greatest);
    }

    /** The one in which the middle of the two is nearest to the middle of 1 and 1,000. */
    private static int between(double least, double greatest) {
        int best = OWN;
        double nearest = Double.POSITIVE_INFINITY;
        for (int unit = 0; unit < MICROS.length; unit++) {
            double most = unit == MICROS.length - 1 ? MOST_SECONDS : MOST;
            double away = Math.abs(Math.log(Math.sqrt(least * greatest) / MICROS[unit] / MIDDLE));
            boolean isShown = least == greatest || least / MICROS[unit] >= LEAST && greatest / MICROS[unit] < most;
            if (isShown && away < nearest) {
                best = unit;
                nearest = away;
            }
        }
        return best;
    }

    /**
     * A time in the unit that fits it.
     *
     * @param micros in µs
     * @return such as {@code 313 ns} or {@code 9.41 ms}; a dash where it is not known
     */
    public static String text(double micros) {
        return text(micros, OWN);
    }

    /**
     * A time.
     *
     * @param micros in µs
     * @param unit of {@link #unit}
     * @return such as {@code 0.154 µs} beside {@code 2,110 µs}; a dash where it is not known
     */
    public static String text(double micros, int unit) {
        if (Double.isNaN(micros)) {
            return NONE;
        }
        double size = Math.abs(micros);
        int of = unit != OWN ? unit : size == 0 ? 0 : between(size, size);
        double number = rounded(size / MICROS[of]);
        if (unit == OWN && number >= 1_000 && of < MICROS.length - 1) {
            of++; // 999.9 became 1,000
            number = rounded(size / MICROS[of]);
        }
        int decimals = number == 0 || number >= 99.95
                ? 0
                : number >= 9.995 ? 1 : number >= 0.9995 ? 2 : number >= 0.09995 ? 3 : 4;
        if (of == 0 && unit == OWN && number == Math.rint(number)) {
            decimals = 0;
        }
        return (micros < 0 && number != 0 ? "−" : "") + Numbers.fixed(number, decimals) + ' ' + NAMES.get(of);
    }

    /** To three digits. */
    private static double rounded(double number) {
        if (number < 100) {
            return number;
        }
        double step = Math.pow(10, Math.floor(Math.log10(number)) - 2);
        return Math.rint(number / step) * step;
    }
}
