package org.latencyprobes.cli.live;

import java.util.List;

/**
 * A slow call.
 *
 * @param probe the probe's name
 * @param tags its tags as {@code key=value;…}
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 * @param startNanos when it began, as {@link System#nanoTime} counts in the JVM
 * @param startMillis the same, in ms since 1970
 * @param nanos how long it took, in ns
 * @param thread its thread's name, or what stands for it; any text
 * @param parts its time by cause; all 0 where it is not explained yet
 * @param stack captured while it was in flight, a line for each frame, the innermost first; empty where it was not; any text
 */
public record LiveCall(
        String probe,
        String tags,
        String outcome,
        long startNanos,
        long startMillis,
        long nanos,
        String thread,
        CauseParts parts,
        String stack) {

    /** What tells it from other calls. */
    List<Object> identity() {
        return List.of(probe, tags, outcome, startNanos, nanos);
    }
}
