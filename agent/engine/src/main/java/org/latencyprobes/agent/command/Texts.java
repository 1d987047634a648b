package org.latencyprobes.agent.command;

import java.math.BigDecimal;
import java.util.Map;

/** The texts of numbers and tags in answers. They are for scripts first: without padding, grouping or rounding. */
public final class Texts {

    private static final int DECIMALS = 3;

    private Texts() {}

    /**
     * A number with as many decimals as it has, at most three.
     *
     * @param value the number
     * @return its text; empty for NaN, which is not known
     */
    public static String decimal(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        BigDecimal number = BigDecimal.valueOf(Math.round(value * 1_000), DECIMALS);
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    static String tags(Map<String, String> tags) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, String> tag : tags.entrySet()) {
            text.append(text.isEmpty() ? "" : ";")
                    .append(tag.getKey())
                    .append('=')
                    .append(tag.getValue());
        }
        return text.toString();
    }
}
