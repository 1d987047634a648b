package org.latencyprobes.agent.protocol.state;

/**
 * How the agent is.
 *
 * @param version the agent's
 * @param jar of the agent
 * @param pid the JVM's process id, as the JVM sees it
 * @param java the JVM's version
 * @param startedAt when the agent came
 * @param socket where it is, or why there is none
 * @param mode of probes to come
 * @param probes how many have been called
 * @param wovenMethods how many methods are woven
 * @param wovenClasses in how many classes
 * @param noLongerInlined how many methods the JIT inlines no longer
 * @param overheadPercent what measuring takes, in % of one core since the first probe began; NaN where no call was recorded
 * @param refused how many methods and probes were refused
 * @param memoryUsedBytes what histograms and the like take
 * @param memoryCapBytes what they may take
 * @param clock what calls are timed by
 * @param clockReadNanos one reading of it, in ns
 * @param clockStepNanos its resolution, in ns
 * @param clockErrorPerMillion by how much it ran faster than {@code nanotime}, in millionths
 * @param clockReason why it is this one; null where that was asked for
 * @param stallSources what stalls are read from
 * @param stalls how many there were; null where they are not looked for
 * @param stallsForgotten how many of them are no longer known one by one
 * @param deepCauses state of the continuous recording
 * @param deepCausesFolder where it is written; null where it is not
 * @param why how far such a command is; null where none is under way
 * @param disturbances how many there were; null where they are not looked for
 * @param compileTimeSource what compilations are read from
 */
public record StatusFacts(
        String version,
        String jar,
        long pid,
        String java,
        String startedAt,
        String socket,
        String mode,
        int probes,
        int wovenMethods,
        int wovenClasses,
        long noLongerInlined,
        double overheadPercent,
        long refused,
        long memoryUsedBytes,
        long memoryCapBytes,
        String clock,
        double clockReadNanos,
        long clockStepNanos,
        double clockErrorPerMillion,
        String clockReason,
        String stallSources,
        Long stalls,
        Long stallsForgotten,
        String deepCauses,
        String deepCausesFolder,
        String why,
        Long disturbances,
        String compileTimeSource) {

    /** Name of the facts. */
    public static final String NAME = "status";
}
