package org.latencyprobes.agent.backends.dashboard;

/**
 * What a user of the dashboard chooses.
 *
 * @param kind where its values come from
 * @param name without the dollar
 * @param label what stands before it
 * @param values a query for labels, or the values that are offered, with commas between; the first is the default
 */
public record Variable(Kind kind, String name, String label, String values) {

    /** Where values come from. */
    public enum Kind {
        /** The server; any number of them may be chosen. */
        LABELS,
        /** The description; one is chosen, others may be typed. */
        LIST
    }
}
