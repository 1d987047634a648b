package org.latencyprobes.agent.select;

/** The verdict on a method. */
public enum Verdict {
    /** It is a probe. */
    PROBED("probed"),
    /** It was selected but can't be a probe. */
    REFUSED("refused"),
    /** It was selected but is kept out, by an exclusion or because it is a trivial accessor. */
    EXCLUDED("excluded"),
    /** No rule selects it. */
    NOT_SELECTED("not selected");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    /** The words that users see. */
    @Override
    public String toString() {
        return label;
    }
}
