package org.latencyprobes.cli.ui;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one probe recorded in some time.
 *
 * @param total all its samples, in ns
 * @param slices the same by slices of time, each with its times, in order; empty where they are not known
 * @param stalls of the JVM in that time, by kind
 * @param endMillis the end of that time, in ms since 1970: that of the newest snapshot, or of the last slice of logs
 */
record ProbeRecording(Histogram total, List<Histogram> slices, Map<String, List<Stall>> stalls, double endMillis) {

    /**
     * A time in which the JVM stood still.
     *
     * @param startMillis its start, in ms since 1970
     * @param nanos its length
     */
    record Stall(double startMillis, double nanos) {}
}
