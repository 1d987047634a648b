package org.latencyprobes.cli.print;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Numbers;

/**
 * The form in which people read the cells of a column.
 *
 * @param column any
 * @param index where it is in its table
 * @param unit of its times, as {@link Durations} has it
 */
public record ColumnFormat(Column column, int index, int unit) {

    private static final Pattern PERCENTILE = Pattern.compile("p(\\d\\d)(\\d*)us");

    private static final String UNIT = "us";

    /** The columns of times by cause, and by thread. */
    private static final List<String> PARTS = List.of("parts", "heldBy");

    /**
     * The columns that are shown: not moments, and not what is empty in each row.
     *
     * @param table that has them
     * @return their forms, each in one unit for all of its times
     */
    public static List<ColumnFormat> shown(Table table) {
        List<ColumnFormat> shown = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).type() != Column.Type.MOMENT && table.hasText(i)) {
                shown.add(of(table, i));
            }
        }
        return shown;
    }

    private static ColumnFormat of(Table table, int index) {
        Column column = table.columns().get(index);
        double[] micros =
                new double[column.type() == Column.Type.MICROS ? table.rows().size() : 0];
        for (int i = 0; i < micros.length; i++) {
            micros[i] = table.values().get(i).get(index) instanceof Number number ? number.doubleValue() : Double.NaN;
        }
        return new ColumnFormat(column, index, Durations.unit(micros));
    }

    /**
     * The heading for people, without the unit of times, which stands in the cells.
     *
     * @return {@code p99.9} for {@code p999us}, {@code duration} for {@code durationus}, {@code woven bytes} for {@code wovenBytes}
     */
    public String heading() {
        String name = column.name();
        if (column.type() == Column.Type.RATE) {
            return "per s";
        }
        if (name.equals("nestedus")) {
            return "nested time"; // beside the number of calls inside
        }
        if (name.equals("percentOfCore")) {
            return "% of a core";
        }
        if (PERCENTILE.matcher(name).matches()) {
            return PERCENTILE.matcher(name).replaceFirst("p$1.$2").replaceFirst("\\.$", "");
        }
        return VisibleText.of(
                words(column.type() == Column.Type.MICROS && name.endsWith(UNIT) ? withoutUnit(name) : name));
    }

    private static String withoutUnit(String name) {
        return name.substring(0, name.length() - UNIT.length());
    }

    private static String words(String camelCase) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < camelCase.length(); i++) {
            boolean begins = Character.isUpperCase(camelCase.charAt(i));
            words.append(begins && i > 0 && Character.isLowerCase(camelCase.charAt(i - 1)) ? " " : "")
                    .append(camelCase.charAt(i));
        }
        return words.toString().toLowerCase(Locale.ROOT);
    }

    /**
     * A value as people read it.
     *
     * @param value of the column
     * @return as {@link VisibleText} makes it
     */
    public String text(Object value) {
        if (value instanceof Map<?, ?> micros && PARTS.contains(column.name())) {
            return parts(micros);
        }
        String text = Texts.of(value);
        if (!(value instanceof Number number) || text.isEmpty()) {
            return VisibleText.of(text);
        }
        return switch (column.type()) {
            case TEXT, ID, MOMENT -> text;
            case PERCENT -> Numbers.percent(number.doubleValue());
            case NUMBER -> Numbers.fixed(number.doubleValue(), 0);
            case RATE -> Numbers.fixed(number.doubleValue(), 1);
            case MICROS -> Durations.text(number.doubleValue(), unit);
        };
    }

    private static String parts(Map<?, ?> micros) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<?, ?> part : micros.entrySet()) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(part.getKey())
                    .append(' ')
                    .append(Durations.text(((Number) part.getValue()).doubleValue()));
        }
        return VisibleText.of(text.toString());
    }
}
