package org.latencyprobes.agent.protocol.state;

/**
 * An option.
 *
 * @param option its key
 * @param value its value, without secrets
 * @param source where it was given; {@value #DEFAULT} if nowhere
 */
public record OptionRow(String option, String value, String source) {

    /** Name of the table. */
    public static final String TABLE = "options";

    /** The source of an option that was not given. */
    public static final String DEFAULT = "default";
}
