package org.latencyprobes.agent.protocol.state;

/**
 * What timing a probe's calls would cost.
 *
 * @param probe its name
 * @param perSecond how many calls there are, a second
 * @param percentOfCore what timing them would take, in % of one core
 */
public record ForecastRow(String probe, double perSecond, double percentOfCore) {

    /** Name of the table. */
    public static final String TABLE = "forecast";
}
