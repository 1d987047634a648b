package org.latencyprobes.agent.protocol.slow;

/**
 * The reason why there is no recording of Flight Recorder.
 *
 * @param reason a sentence
 */
public record NoRecording(String reason) {

    /** Name of these facts. */
    public static final String TABLE = "noRecording";
}
