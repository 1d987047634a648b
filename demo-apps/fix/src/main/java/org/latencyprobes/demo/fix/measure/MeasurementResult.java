package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.demo.common.RecordProperties;

/**
 * The result of one child JVM, handed to the runner as a properties file. It is written after each run.
 *
 * @param runs in order, disturbed ones and one that broke off included
 * @param failure what went wrong, or empty
 * @param probeNanos what one probe costs in that JVM, in ns; 0 without the agent
 * @param capacity the messages a second that were answered at the end of the warm-up, when they were sent as fast as that; 0 before
 */
public record MeasurementResult(List<RunFigures> runs, String failure, double probeNanos, double capacity) {

    /** The most messages without an answer while the capacity is measured. */
    public static final int CAPACITY_UNANSWERED = 64;

    /** The failure of a measurement that has not ended. */
    static final String UNFINISHED = "it did not come to its end";

    /** The result of a measurement that has written none. */
    public static final MeasurementResult NOTHING = new MeasurementResult(List.of(), UNFINISHED, 0, 0);

    /** The runs that came to their end. */
    public List<RunFigures> whole() {
        return runs.stream().filter(RunFigures::whole).toList();
    }

    /** Whether nothing failed. */
    public boolean isComplete() {
        return failure.isEmpty();
    }

    /** The result of a JVM that failed. The reason is the result's own, if it has one. */
    public MeasurementResult endedBy(String reason) {
        boolean known = !isComplete() && !failure.equals(UNFINISHED);
        return known ? this : new MeasurementResult(runs, reason, probeNanos, capacity);
    }

    void save(Path file) throws IOException {
        RecordProperties.save(this, file);
    }

    /** Reads what a child wrote. */
    public static MeasurementResult load(Path file) throws IOException {
        return RecordProperties.load(MeasurementResult.class, file);
    }
}
