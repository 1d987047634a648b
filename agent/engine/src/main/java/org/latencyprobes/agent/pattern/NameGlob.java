package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.List;

/** A name in which {@code *} stands for any characters, also none. Immutable. */
public final class NameGlob implements SequenceGlob.Element {

    /** A star alone. */
    static final NameGlob ANY = new NameGlob(List.of("", ""));

    /** The texts between the stars; one text where there is no star. */
    private final String[] literals;

    private NameGlob(List<String> literals) {
        this.literals = literals.toArray(new String[0]);
    }

    /**
     * Takes a text as it is, but for its stars.
     *
     * @param text a name with any number of {@code *}
     * @return the glob
     */
    public static NameGlob of(String text) {
        Builder glob = new Builder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '*') {
                glob.addStar();
            } else {
                glob.add(text.charAt(i));
            }
        }
        return glob.build();
    }

    /**
     * Takes several texts.
     *
     * @param texts as {@link #of} takes them
     * @return their globs, in order
     */
    public static List<NameGlob> ofAll(List<String> texts) {
        List<NameGlob> globs = new ArrayList<>();
        for (String text : texts) {
            globs.add(of(text));
        }
        return globs;
    }

    /** The text that it was taken from. */
    @Override
    public String toString() {
        return String.join("*", literals);
    }

    /** A builder of a glob from left to right. */
    static final class Builder {

        private final List<String> literals = new ArrayList<>();
        private final StringBuilder literal = new StringBuilder();

        void add(char c) {
            literal.append(c);
        }

        void addStar() {
            literals.add(literal.toString());
            literal.setLength(0);
        }

        boolean isEmpty() {
            return literals.isEmpty() && literal.length() == 0;
        }

        NameGlob build() {
            addStar();
            return new NameGlob(literals);
        }
    }

    /** At worst its time grows with the length of the name times that of the glob. */
    @Override
    public boolean matches(String name) {
        String first = literals[0];
        if (isLiteral()) {
            return name.equals(first);
        }
        String last = literals[literals.length - 1];
        int end = name.length() - last.length();
        return first.length() <= end && name.startsWith(first) && name.endsWith(last) && hasMiddle(name, end);
    }

    /** Whether the inner texts follow one another; the first place of each leaves the most room for the next. */
    private boolean hasMiddle(String name, int end) {
        int from = literals[0].length();
        for (int i = 1; i < literals.length - 1; i++) {
            int found = name.indexOf(literals[i], from);
            from = found + literals[i].length();
            if (found < 0 || from > end) {
                return false;
            }
        }
        return true;
    }

    boolean isLiteral() {
        return literals.length == 1;
    }

    /** Whether it is a star alone. */
    boolean isAny() {
        return literals.length == 2 && literals[0].isEmpty() && literals[1].isEmpty();
    }

    /** The text that every matching name ends with. */
    String suffix() {
        return literals[literals.length - 1];
    }

    /** The text that every matching name begins with. */
    String prefix() {
        return literals[0];
    }

    /** Whether this character is written in the glob itself. */
    boolean names(char c) {
        for (String literal : literals) {
            if (literal.indexOf(c) >= 0) {
                return true;
            }
        }
        return false;
    }
}
