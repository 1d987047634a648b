package org.latencyprobes.explain;

import java.util.Arrays;

/** What kept the JVM from running steadily. {@code docs/why.md} says how each is told and how long it counts. */
public enum DisturbanceKind {
    /** The agent came into a JVM that was running. */
    ATTACH("attach", "the agent was attached"),
    /** Loaded classes were changed: woven by this agent, or redefined by another one. */
    REDEFINITION("redefinition", "classes were redefined"),
    /** Probes were switched to another mode, or to another clock. */
    MODE("mode", "modes changed"),
    /** The JIT compilers took much time. */
    COMPILATION("compilation", "the JVM was compiling");

    private final String label;
    private final String words;

    DisturbanceKind(String label, String words) {
        this.label = label;
        this.words = words;
    }

    /**
     * The kind of a label.
     *
     * @param label as in tables
     * @return the kind; null where there is none of that name
     */
    public static DisturbanceKind labelled(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElse(null);
    }

    /**
     * The kind's name.
     *
     * @return as in tables
     */
    public String label() {
        return label;
    }

    /**
     * What went on, behind "while".
     *
     * @return such as {@code the JVM was compiling}
     */
    public String words() {
        return words;
    }
}
