package org.latencyprobes.agent.command;

import java.math.BigDecimal;
import java.util.Map;

/** How numbers and tags stand in answers: for scripts first, so without padding, grouping or rounding. */
final class Texts {

    private static final int DECIMALS = 3;

    private Texts() {}

    /** Microseconds with as many digits as the value has. */
    static String micros(long nanos) {
        return plain(BigDecimal.valueOf(nanos, DECIMALS));
    }

    static String decimal(double value) {
        return plain(BigDecimal.valueOf(Math.round(value * 1_000), DECIMALS));
    }

    private static String plain(BigDecimal number) {
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
