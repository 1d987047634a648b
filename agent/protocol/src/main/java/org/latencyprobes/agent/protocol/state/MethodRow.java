package org.latencyprobes.agent.protocol.state;

/**
 * A method with the agent's decision on it.
 *
 * @param className its class
 * @param loader the class's loader
 * @param method its name and parameters
 * @param verdict {@code probed} or why not, in a word
 * @param probe the probe's name, with its tags in braces
 * @param rule what selects it, or keeps it out
 * @param reason why it is not probed
 * @param bytes length of its code; null where that is not known
 * @param wovenBytes the same with the probe
 * @param remark what else is to know
 */
public record MethodRow(
        String className,
        String loader,
        String method,
        String verdict,
        String probe,
        String rule,
        String reason,
        Integer bytes,
        Integer wovenBytes,
        String remark) {

    /** Name of the table of methods that a pattern matches, or that are woven. */
    public static final String TABLE = "methods";

    /** Name of the table of explained methods. */
    public static final String EXPLAINED = "explain";
}
