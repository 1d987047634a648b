package org.latencyprobes.cli.ui;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The fields of a query or of a form. Stateless. */
final class Query {

    private Query() {}

    /**
     * Reads fields. What is malformed is left out; the last of the same name counts.
     *
     * @param text {@code name=value&…}, encoded; null for none
     */
    static Map<String, String> of(String text) {
        Map<String, String> fields = new HashMap<>();
        for (String field : text == null ? new String[0] : text.split("&")) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                try {
                    fields.put(decoded(field.substring(0, equals)), decoded(field.substring(equals + 1)));
                } catch (IllegalArgumentException malformed) {
                    continue;
                }
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
