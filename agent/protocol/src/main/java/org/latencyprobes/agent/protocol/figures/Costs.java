package org.latencyprobes.agent.protocol.figures;

/**
 * The costs of measuring in a JVM.
 *
 * @param clock what calls are timed by: {@code tsc} or {@code nanotime}
 * @param source the kernel's clock source, which {@code nanotime} reads
 * @param readNanos one reading of it, in ns
 * @param stepNanos its resolution, in ns
 * @param errorPerMillion by how much {@code tsc} ran faster than {@code nanotime} so far, in millionths
 * @param callNanos the probe's own instructions in a call, in ns
 * @param calls how many were timed
 * @param spanMillis in what time, in ms; 0 where it is not known
 * @param methods how many are woven
 * @param classes how many are woven
 * @param weavingMillis what weaving took, in ms
 * @param linkingMillis what linking took, in ms
 * @param refused how many methods and probes were refused
 * @param countNanos the probe's own instructions in a call that is counted only, in ns; 0 where there is none
 * @param counted how many calls were counted only
 * @param basis what the two figures of a call are told by: one of the constants here
 */
public record Costs(
        String clock,
        String source,
        double readNanos,
        long stepNanos,
        double errorPerMillion,
        double callNanos,
        long calls,
        long spanMillis,
        int methods,
        int classes,
        double weavingMillis,
        double linkingMillis,
        int refused,
        double countNanos,
        long counted,
        String basis) {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;

    /** Name of the table, of one row. */
    public static final String TABLE = "overhead";

    /** Told by calls of the application's, some of which were measured as they were recorded. */
    public static final String IN_PLACE = "in place";

    /** Told by a loop of the agent's, compiled: too few calls were measured in place. */
    public static final String LOOP = "loop";

    /** The same before it was compiled, which is an upper bound and no estimate. */
    public static final String COLD_LOOP = "cold loop";

    /**
     * What all of these calls took.
     *
     * @return in ms
     */
    public double millis() {
        return (calls * callNanos + counted * countNanos) / NANOS_PER_MILLI;
    }

    /**
     * The same as a share of one core.
     *
     * @return in %; NaN where it is not known in what time
     */
    public double percentOfCore() {
        return spanMillis == 0 ? Double.NaN : PERCENT * millis() / spanMillis;
    }
}
