package org.latencyprobes.agent.pattern;

/** A scanner of the text of patterns, from left to right, which also says what is wrong with it. For one thread. */
final class PatternScanner {

    /** The value that {@link #peek} returns behind the last character. */
    static final int END = -1;

    private final String text;
    private int position;

    PatternScanner(String text) {
        this.text = text;
    }

    int position() {
        return position;
    }

    int peek() {
        return position < text.length() ? text.charAt(position) : END;
    }

    char next() {
        return text.charAt(position++);
    }

    /** Reads this character if it stands here. */
    boolean take(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        position++;
        return true;
    }

    String since(int start) {
        return text.substring(start, position);
    }

    /** Reads this word, if it stands here and ends here. */
    boolean takeWord(String wanted) {
        int end = position + wanted.length();
        if (!text.startsWith(wanted, position) || end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            return false;
        }
        position = end;
        return true;
    }

    /** Skips blanks, and returns whether there were any. */
    boolean skipBlanks() {
        int start = position;
        while (isBlank(peek())) {
            position++;
        }
        return position > start;
    }

    void skipBlanksAndLineEnds() {
        while (isBlank(peek()) || isLineEnd(peek())) {
            position++;
        }
    }

    /** Skips to where the next pattern begins, or to the end. */
    void skipSeparators() {
        while (isBlank(peek()) || isLineEnd(peek()) || peek() == ';') {
            position++;
        }
    }

    /** Whether a pattern ends here. */
    boolean isAtEnd() {
        int c = peek();
        return c == END || c == ';' || isLineEnd(c);
    }

    static boolean isBlank(int c) {
        return c != END && !isLineEnd(c) && Character.isWhitespace(c);
    }

    static boolean isLineEnd(int c) {
        return c == '\n' || c == '\r';
    }

    /** Says what was expected at the present character. */
    BadPatternException expected(String what, String hint) {
        String found = isAtEnd() && peek() != ';' ? ", but it ends here" : ", not " + shown(peek());
        return bad("expected " + what + found + hint, position);
    }

    private static String shown(int c) {
        return PatternExcerpt.isVisible((char) c) ? "'" + (char) c + "'" : "the character " + c;
    }

    BadPatternException bad(String sentence, int where) {
        return new BadPatternException(sentence + PatternExcerpt.of(text, where), where);
    }
}
