package org.latencyprobes.agent.protocol;

/**
 * What timing a probe's calls would cost.
 *
 * @param probe its name
 * @param perSecond how many calls there are, a second
 * @param percentOfCore what timing them would take, in % of one core
 */
public record ForecastRow(
        String probe,
        @Cell(Column.Type.RATE) double perSecond,
        @Cell(Column.Type.PERCENT) double percentOfCore) {

    /** Name of the table. */
    public static final String TABLE = "forecast";
}
