package org.latencyprobes.agent.protocol.codec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The texts of numbers and tags in answers. They are for scripts first: without padding, grouping or rounding. */
public final class Texts {

    private static final char ESCAPE = '\\';
    private static final double NANOS_PER_MICRO = 1e3;
    private static final long THOUSAND = 1_000;

    private Texts() {}

    /**
     * A value of a record for people.
     *
     * @param value a text, a number, a truth, a list or a map of such
     * @return empty for what is not known; a line for each of a list, and {@link #pairs} of a map
     */
    public static String of(Object value) {
        if (value instanceof Double number) {
            return decimal(number);
        }
        if (value instanceof List<?> lines) {
            StringBuilder text = new StringBuilder();
            for (Object line : lines) {
                text.append(text.isEmpty() ? "" : "\n").append(line);
            }
            return text.toString();
        }
        return value instanceof Map<?, ?> map ? pairs(map) : value == null ? "" : value.toString();
    }

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
        // not by BigDecimal, which on JDK 25 begins with squares of huge numbers in the common ForkJoinPool
        long thousandths = Math.round(value * THOUSAND);
        long whole = Math.abs(thousandths / THOUSAND);
        long part = Math.abs(thousandths % THOUSAND);
        String text = (thousandths < 0 ? "-" : "") + whole;
        return part == 0
                ? text
                : text + '.' + zeros(part) + (part % 100 == 0 ? part / 100 : part % 10 == 0 ? part / 10 : part);
    }

    /**
     * A time in µs.
     *
     * @param nanos the time in ns
     * @return as {@link #decimal}
     */
    public static String micros(double nanos) {
        return decimal(nanos / NANOS_PER_MICRO);
    }

    /** What makes a number below a thousand one of three digits. */
    static String zeros(long number) {
        return number < 10 ? "00" : number < 100 ? "0" : "";
    }

    /**
     * A thread, for people.
     *
     * @param name its name; most virtual threads have none
     * @param id its id; −1 where it is not known
     * @return the name, or such as {@code virtual thread 31}
     */
    public static String thread(String name, long id) {
        String virtual = id < 0 ? "virtual thread" : "virtual thread " + id;
        return name.isEmpty() ? virtual : name;
    }

    /**
     * A virtual thread, for people.
     *
     * @param name its name; empty where it has none
     * @param id its id; −1 where it is not known
     * @return such as {@code virtual thread 31} or {@code virtual thread 31 order-7}
     */
    public static String virtualThread(String name, long id) {
        return (thread("", id) + ' ' + name).strip();
    }

    /**
     * Tags as they stand behind a probe's name.
     *
     * @param tags in order
     * @return such as {@code {a=b,c=d}}; empty for none
     */
    public static String label(Map<String, String> tags) {
        StringBuilder text = new StringBuilder();
        tags.forEach((key, value) ->
                text.append(text.isEmpty() ? "{" : ",").append(key).append('=').append(value));
        return text.isEmpty() ? "" : text.append('}').toString();
    }

    /**
     * Tags that are one text.
     *
     * @param tags what {@link #pairs} gave
     * @return in order
     */
    public static Map<String, String> parsedTags(String tags) {
        Map<String, String> parsed = new LinkedHashMap<>();
        StringBuilder tag = new StringBuilder();
        for (int at = 0; at < tags.length(); at++) {
            char next = tags.charAt(at);
            if (next == ';') {
                add(parsed, tag);
            } else {
                tag.append(next == ESCAPE && at + 1 < tags.length() ? tags.charAt(++at) : next);
            }
        }
        if (!tags.isEmpty()) {
            add(parsed, tag);
        }
        return parsed;
    }

    private static void add(Map<String, String> parsed, StringBuilder tag) {
        int equals = Math.max(0, tag.indexOf("="));
        parsed.put(tag.substring(0, equals), tag.substring(Math.min(tag.length(), equals + 1)));
        tag.setLength(0);
    }

    /**
     * Keys with their values, such as tags, as one text.
     *
     * @param pairs in order; numbers with decimals as {@link #decimal} has them
     * @return such as {@code gc=12.5;unknown=3}, with a backslash before a semicolon or backslash of theirs; empty for none
     */
    public static String pairs(Map<?, ?> pairs) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<?, ?> pair : pairs.entrySet()) {
            Object value = pair.getValue();
            text.append(text.isEmpty() ? "" : ";")
                    .append(escaped(String.valueOf(pair.getKey())))
                    .append('=')
                    .append(value instanceof Double number ? decimal(number) : escaped(String.valueOf(value)));
        }
        return text.toString();
    }

    private static String escaped(String text) {
        return text.indexOf(';') < 0 && text.indexOf(ESCAPE) < 0
                ? text
                : text.replace("\\", "\\\\").replace(";", "\\;");
    }
}
