package org.latencyprobes.agent.protocol.slow;

/**
 * What maps the ticks of a recording's events to {@link System#nanoTime}: two readings of both clocks.
 *
 * @param startTicks Flight Recorder's counter at the start of the recording
 * @param startNanos the time of the JVM then, in ns
 * @param startDoubtNanos by how much that may be wrong, in ns
 * @param endTicks the counter at its end
 * @param endNanos the time then, in ns
 * @param endDoubtNanos by how much that may be wrong, in ns
 */
public record RecordingClock(
        long startTicks, long startNanos, long startDoubtNanos, long endTicks, long endNanos, long endDoubtNanos) {

    /** Name of these facts. */
    public static final String TABLE = "recording";
}
