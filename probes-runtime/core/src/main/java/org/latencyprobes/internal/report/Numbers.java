package org.latencyprobes.internal.report;

import java.util.Locale;

/**
 * A format of numbers with commas between thousands, the same in every locale. {@code String.format} takes ten times as long, and loads
 * the data of languages when it is used first. Stateless.
 */
public final class Numbers {

    /** The number from which on tables show no decimals. */
    static final double LARGE = 1_000;

    private static final int GROUP = 3;
    private static final int MOST_DECIMALS = 4;
    private static final double MOST = 1e15;
    private static final double[] POWERS_OF_TEN = {1, 10, 100, 1_000, 10_000};

    private Numbers() {}

    /**
     * A number such as {@code 1,234.5}, rounded.
     *
     * @param number any
     * @param decimals 0 to 4
     * @return the number, with commas between thousands; {@code NaN} if it is none
     */
    public static String fixed(double number, int decimals) {
        if (!(number >= 0 && number < MOST)) {
            return String.format(Locale.ROOT, "%,." + decimals + "f", number);
        }
        String digits = String.valueOf(Math.round(number * POWERS_OF_TEN[decimals]));
        if (digits.length() <= decimals) {
            digits = "0".repeat(decimals + 1 - digits.length()) + digits;
        }
        int point = digits.length() - decimals;
        StringBuilder text = new StringBuilder(digits.length() + GROUP);
        for (int at = 0; at < point; at++) {
            if (at > 0 && (point - at) % GROUP == 0) {
                text.append(',');
            }
            text.append(digits.charAt(at));
        }
        return decimals == 0
                ? text.toString()
                : text.append('.').append(digits, point, digits.length()).toString();
    }

    /**
     * A share.
     *
     * @param percent in %, 0 or more
     * @return with two digits, which is what most shares are known to, and never as nothing or all where it is not
     */
    public static String percent(double percent) {
        if (percent > 0 && percent < 0.000995) {
            return "<0.001";
        }
        if (percent >= 99.5 && percent < 100) {
            return percent >= 99.95 ? ">99.9" : fixed(percent, 1);
        }
        int decimals = percent == 0 || percent >= 9.95 ? 0 : 1;
        for (double least = 0.995; decimals > 0 && decimals < MOST_DECIMALS && percent < least; least /= 10) {
            decimals++;
        }
        return fixed(percent, decimals);
    }
}
