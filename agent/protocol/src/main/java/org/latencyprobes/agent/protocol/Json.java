package org.latencyprobes.agent.protocol;

import java.util.regex.Pattern;

/** The cells of tables as values of JSON. Stateless. */
public final class Json {

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?");

    private Json() {}

    /**
     * Whether a cell is a number, as its column says; what another process sent need not be one.
     *
     * @param column the cell's
     * @param cell what it holds
     * @return whether it can stand in JSON as it is
     */
    public static boolean isNumber(Column column, String cell) {
        return column.type().isNumeric() && NUMBER.matcher(cell).matches();
    }

    /**
     * Appends a cell: a number where its column says so, {@code null} where that is not known, else a string.
     *
     * @param column the cell's
     * @param cell what it holds
     * @param json gets the value
     */
    public static void cell(Column column, String cell, StringBuilder json) {
        if (isNumber(column, cell)) {
            json.append(cell);
        } else if (column.type().isNumeric() && cell.isEmpty()) {
            json.append("null");
        } else {
            string(cell, json);
        }
    }

    /**
     * Appends a string.
     *
     * @param value any text; what could end the string, steer a terminal or is half a character is escaped
     * @param json gets the value, in quotes
     */
    public static void string(String value, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
