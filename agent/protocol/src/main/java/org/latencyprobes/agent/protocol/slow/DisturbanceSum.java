package org.latencyprobes.agent.protocol.slow;

/**
 * The disturbances of one kind in some time: when the JVM did not run steadily. Those of all kinds come first.
 *
 * @param kind such as {@code compilation}; {@value #ALL} for all together
 * @param count disturbances
 * @param totalus the time that they cover together, in µs
 * @param ofus the whole time, in µs
 */
public record DisturbanceSum(String kind, int count, double totalus, double ofus) {

    /** Name of the table. */
    public static final String TABLE = "disturbances";

    /** All kinds together. */
    public static final String ALL = "all";
}
