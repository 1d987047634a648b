package org.latencyprobes.agent.option;

import java.util.List;
import java.util.Locale;

/** The numbers with units that users write: durations {@code 250us}, {@code 10s}, sizes {@code 64m}. */
final class Quantity {

    private static final List<String> DURATION_UNITS = List.of("ns", "us", "ms", "s", "m", "h");
    private static final long[] UNIT_NANOS = {1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000L, 3_600_000_000_000L};
    private static final List<String> SIZE_UNITS = List.of("k", "m", "g");
    private static final long[] UNIT_BYTES = {1L << 10, 1L << 20, 1L << 30};

    /** The kind of a number. */
    enum Unit {
        /** Without a unit. */
        NONE,
        /** A duration. */
        NANOS,
        /** A size. */
        BYTES;

        /** The number in ns, bytes or as it is; throws IllegalArgumentException if the text is none. */
        long parse(String text) {
            if (this == NONE) { // no switch, whose table is two more classes for the start of a JVM
                return Long.parseLong(text);
            }
            return this == NANOS ? nanos(text) : bytes(text);
        }
    }

    private Quantity() {}

    /** A duration in ns; throws IllegalArgumentException if the text is none. */
    static long nanos(String text) {
        return parse(text, DURATION_UNITS, UNIT_NANOS);
    }

    /** A size in bytes; throws IllegalArgumentException if the text is none. */
    static long bytes(String text) {
        return parse(text.toLowerCase(Locale.ROOT), SIZE_UNITS, UNIT_BYTES);
    }

    private static long parse(String text, List<String> units, long[] factors) {
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
            digits++;
        }
        int unit = units.indexOf(text.substring(digits));
        if (unit < 0) {
            throw new IllegalArgumentException("no unit out of " + units + " in " + text);
        }
        try {
            return Math.multiplyExact(Long.parseLong(text.substring(0, digits)), factors[unit]);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("too large: " + text, e);
        }
    }
}
