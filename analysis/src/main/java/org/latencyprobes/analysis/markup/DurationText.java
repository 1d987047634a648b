package org.latencyprobes.analysis.markup;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Durations as people read them: three digits, and the unit that fits. Stateless. */
public final class DurationText {

    private static final MathContext DIGITS = new MathContext(3, RoundingMode.HALF_UP);
    /** More than any duration is known to, and fewer than a double has: 1004.9999999999999 is what computing made of 1005. */
    private static final MathContext MEANT = new MathContext(12, RoundingMode.HALF_UP);

    private static final String[] UNITS = {"ns", "µs", "ms", "s"};
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    private DurationText() {}

    /**
     * A duration in words.
     *
     * @param nanos the duration in ns, finite
     * @return such as {@code 850 ns}, {@code 1.23 µs}, {@code 41 ms} or {@code 0 ns}
     */
    public static String of(double nanos) {
        BigDecimal value = new BigDecimal(Math.abs(nanos)).round(MEANT).round(DIGITS);
        int unit = 0;
        while (unit < UNITS.length - 1 && value.compareTo(THOUSAND) >= 0) {
            value = value.movePointLeft(3);
            unit++;
        }
        if (unit == 0) {
            value = value.setScale(Math.min(2, Math.max(0, value.scale())), RoundingMode.HALF_UP);
        }
        String sign = nanos < 0 && value.signum() != 0 ? "−" : "";
        String number = value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
        return sign + number + " " + UNITS[unit];
    }
}
