package org.latencyprobes.agent.pattern;

/** A pattern that does not follow the grammar. The message shows the pattern with a mark under the character where it goes wrong. */
public final class BadPatternException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int position;

    BadPatternException(String message, int position) {
        super(message);
        this.position = position;
    }

    /**
     * The place where it goes wrong.
     *
     * @return index of the character, from 0; the pattern's length where something is missing at its end
     */
    public int position() {
        return position;
    }
}
