package org.latencyprobes.internal.histogram;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A probe's identity as one word without spaces, commas or quotes, which is all that an HdrHistogram log takes as a tag.
 *
 * <p>{@code name;key=value;…;outcome}, each part percent-encoded as UTF-8 (RFC 3986: letters, digits, {@code - _ .} and
 * {@code *} stay).
 *
 * @param name the probe's name
 * @param tags its tags, in order
 * @param outcome its outcome
 */
public record Tag(String name, Map<String, String> tags, String outcome) {

    /**
     * Writes a tag.
     *
     * @param name the probe's name
     * @param tags its tags
     * @param outcome its outcome
     * @return the encoded text
     */
    public static String encode(String name, Map<String, String> tags, String outcome) {
        StringBuilder text = new StringBuilder(encode(name));
        tags.forEach(
                (key, value) -> text.append(';').append(encode(key)).append('=').append(encode(value)));
        return text.append(';').append(encode(outcome)).toString();
    }

    /**
     * Reads a tag.
     *
     * @param text as {@link #encode} wrote it
     * @return its parts
     * @throws IllegalArgumentException if the text is not of that form
     */
    public static Tag decode(String text) {
        String[] parts = text.split(";", -1);
        if (parts.length < 2) {
            throw new IllegalArgumentException("not name;key=value;…;outcome: " + text);
        }
        Map<String, String> tags = new LinkedHashMap<>();
        for (int i = 1; i < parts.length - 1; i++) {
            int equals = parts[i].indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("no = in the tag " + parts[i] + " of " + text);
            }
            tags.put(plain(parts[i].substring(0, equals)), plain(parts[i].substring(equals + 1)));
        }
        return new Tag(plain(parts[0]), tags, plain(parts[parts.length - 1]));
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String plain(String part) {
        return URLDecoder.decode(part, StandardCharsets.UTF_8);
    }
}
