package org.latencyprobes.agent.protocol.codec;

/** Texts as strings of JSON. Stateless. */
public final class Json {

    private Json() {}

    /**
     * Appends a string.
     *
     * @param value any text; what could end the string, steer a terminal, turn the direction of writing, or cannot be seen is escaped
     * @param json gets the value, in quotes
     */
    public static void string(String value, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c > '~' && !isVisible(c)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    private static boolean isVisible(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
