package org.latencyprobes.cli.print;

import java.util.Locale;
import java.util.regex.Pattern;
import org.latencyprobes.report.Percentiles;

/** What the name of a column tells: whether it holds numbers, and how these are shown to people. */
record Column(String name) {

    private static final Pattern NUMBERS = Pattern.compile(
            "pid|count|error|cancelled|abandoned|perSecond|bytes|probes|published|failed|wovenMethods"
                    + "|wovenClasses|refused|calls|(p\\d+|total|mean|worst)us|methods|classes|\\w+(Millis|Nanos|Bytes)");
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?");
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d\\d)(\\d*)us");

    private static final String TOTAL = "totalus";
    private static final double MICROS_PER_MILLI = 1_000;

    boolean isNumeric() {
        return NUMBERS.matcher(name).matches();
    }

    boolean isMicros() {
        return isNumeric() && name.endsWith("us");
    }

    /** Whether this cell of the column is a number that is known; a size of −1 is not. */
    boolean isNumber(String cell) {
        return isNumeric() && NUMBER.matcher(cell).matches() && !isNothing(cell);
    }

    /** Whether there is nothing to tell in this cell. */
    boolean isNothing(String cell) {
        return cell.isEmpty()
                || cell.equals("-1") && name.toLowerCase(Locale.ROOT).endsWith("bytes");
    }

    /** For people: {@code p99.9} for {@code p999us}, {@code woven bytes} for {@code wovenBytes}. */
    String heading() {
        if (name.equals(TOTAL)) {
            return "total ms";
        }
        if (name.equals("perSecond")) {
            return "per s";
        }
        if (name.equals("meanus") || name.equals("worstus")) {
            return name.substring(0, name.length() - "us".length());
        }
        if (PERCENTILE.matcher(name).matches()) {
            return PERCENTILE.matcher(name).replaceFirst("p$1.$2").replaceFirst("\\.$", "");
        }
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** A cell as people read it. */
    String text(String cell) {
        if (isNothing(cell)) {
            return "";
        }
        if (!isNumber(cell) || name.equals("pid")) {
            return inOneLine(cell);
        }
        double number = Double.parseDouble(cell);
        if (name.equals(TOTAL)) {
            return Percentiles.text(number / MICROS_PER_MILLI);
        }
        if (isMicros()) {
            return Percentiles.text(number);
        }
        return name.equals("perSecond")
                ? String.format(Locale.ROOT, "%,.1f", number)
                : String.format(Locale.ROOT, "%,.0f", number);
    }

    /** Names may be any text; a control character in one would break the table, or steer the terminal. */
    static String inOneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (char c : text.toCharArray()) {
            line.append(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return line.toString();
    }
}
