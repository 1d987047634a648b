package org.latencyprobes.analysis.statistics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers with three significant digits: what is larger ends in zeros. */
final class Significant {

    private static final int DIGITS = 3;

    private Significant() {}

    /** The same with more digits where 1 would be shown and is not meant. */
    static String besideOne(double number) {
        String text = text(number);
        int decimals = (int) Math.ceil(-Math.log10(Math.abs(number - 1)));
        return text.equals("1.00") && number != 1 ? String.format(Locale.ROOT, "%." + decimals + "f", number) : text;
    }

    static String text(double number) {
        if (number == 0 || Double.isNaN(number) || Double.isInfinite(number)) {
            return String.valueOf(number).replace("0.0", "0").replace('-', '−');
        }
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
        int before = rounded.precision() - rounded.scale();
        int decimals = Math.max(0, DIGITS - before);
        return String.format(Locale.ROOT, "%,." + decimals + "f", rounded).replace('-', '−');
    }
}
