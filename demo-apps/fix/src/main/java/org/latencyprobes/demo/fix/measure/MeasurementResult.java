package org.latencyprobes.demo.fix.measure;

import java.util.List;

/**
 * The result of one child JVM, handed to the runner as a file.
 *
 * @param runs in order
 * @param capacity the messages a second that were answered at the end of the warm-up, when they were sent as fast as that
 */
public record MeasurementResult(List<RunFigures> runs, double capacity) {

    /** The most messages without an answer while the capacity is measured. */
    public static final int CAPACITY_UNANSWERED = 64;
}
