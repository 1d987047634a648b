package org.latencyprobes.agent.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.latencyprobes.agent.option.Sources.Given;
import org.latencyprobes.agent.pattern.ProbeNames;

/**
 * A reader of options: turns texts into values and collects what is wrong with them. For one thread.
 *
 * <p>It runs at the start of a JVM, so it makes no lambda where the options of an agent without backends are read.
 */
final class OptionReader {

    private static final double MOST_PERCENT = 100;

    /** They are meant as answers to whether, and not as names. */
    private static final String ANSWERS = " on off true false yes no none all 1 0 ";

    private final Sources sources;
    private final List<String> problems;

    OptionReader(Sources sources) {
        this.sources = sources;
        this.problems = new ArrayList<>(sources.problems());
    }

    /** What is wrong: with the sources and with what was read so far. */
    List<String> problems() {
        return problems;
    }

    Given given(Option option) {
        return sources.given(option);
    }

    String value(Option option) {
        return given(option).value();
    }

    /** The value is not among those allowed. */
    void bad(Option option) {
        problems.add(Sources.message(option, given(option)));
    }

    void bad(Option option, String reason) {
        problems.add("option " + option.key() + " (" + given(option).where() + "): " + reason);
    }

    String notEmpty(Option option) {
        if (value(option).isEmpty()) {
            bad(option);
        }
        return value(option);
    }

    /** Whether it has its default; an empty value is bad and counts as that. */
    boolean isStandard(Option option) {
        String value = notEmpty(option);
        return value.isEmpty() || value.equals(option.standard());
    }

    String oneOf(Option option, String... allowed) {
        if (!List.of(allowed).contains(value(option))) {
            bad(option);
        }
        return value(option);
    }

    /** The value out of these; null where it is none of them, which is bad. */
    <E extends Enum<E>> E choice(Option option, E[] allowed) {
        for (E value : allowed) {
            if (value.toString().equals(value(option))) {
                return value;
            }
        }
        bad(option);
        return null;
    }

    long nanos(Option option, String wordForZero, long least) {
        return nanos(option, wordForZero, least, Long.MAX_VALUE);
    }

    long nanos(Option option, String wordForZero, long least, long most) {
        return quantity(option, Quantity.Unit.NANOS, wordForZero, 0, least, most);
    }

    long bytes(Option option, String wordForZero, long least) {
        return quantity(option, Quantity.Unit.BYTES, wordForZero, 0, least, Long.MAX_VALUE);
    }

    int number(Option option, String wordForMinusOne, int least, int most) {
        return (int) quantity(option, Quantity.Unit.NONE, wordForMinusOne, -1, least, most);
    }

    private long quantity(Option option, Quantity.Unit unit, String word, long valueOfWord, long least, long most) {
        if (value(option).equals(word)) {
            return valueOfWord;
        }
        try {
            long value = unit.parse(value(option));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (IllegalArgumentException notOfThatForm) { // said below, with what is allowed
        }
        bad(option);
        return least;
    }

    /** A share in %, above 0 and up to 100; 0 for the default. */
    double percent(Option option) {
        String text = value(option);
        if (text.equals(option.standard())) {
            return 0;
        }
        try {
            double percent = text.endsWith("%") ? Double.parseDouble(text.substring(0, text.length() - 1)) : 0;
            if (percent > 0 && percent <= MOST_PERCENT) {
                return percent;
            }
        } catch (NumberFormatException notANumber) { // said below, with what is allowed
        }
        bad(option);
        return 0;
    }

    /** Probes by their names; null for the default. */
    ProbeNames probes(Option option) {
        if (value(option).equals(option.standard())) {
            return null;
        }
        String value = value(option);
        boolean isAnswer = ANSWERS.contains(' ' + value.toLowerCase(Locale.ROOT) + ' ');
        ProbeNames probes = isAnswer ? null : ProbeNames.of(value);
        if (probes == null) {
            bad(option);
        }
        return probes;
    }

    /** The names of a list, once each. */
    static List<String> names(Option option, String value) {
        List<String> names = new ArrayList<>();
        if (!value.equals(option.standard())) {
            for (String name : value.split("[;, ]+")) {
                if (!name.isEmpty() && !names.contains(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** The elements of a list; those that the parser throws an IllegalArgumentException at are bad. */
    <T> List<T> list(Option option, Function<String, T> parser) {
        List<T> elements = new ArrayList<>();
        for (String text : isStandard(option) ? new String[0] : value(option).split(";")) {
            try {
                if (!text.isBlank()) {
                    elements.add(parser.apply(text.strip()));
                }
            } catch (IllegalArgumentException e) {
                bad(option);
            }
        }
        return elements;
    }
}
