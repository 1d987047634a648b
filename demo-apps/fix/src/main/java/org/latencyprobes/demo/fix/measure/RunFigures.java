package org.latencyprobes.demo.fix.measure;

import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.machine.OtherCpus;
import org.latencyprobes.demo.fix.jvm.ResourceUsage;

/**
 * The figures of one run.
 *
 * @param seconds from the first message's due time to the last answer
 * @param jlbh from the due time, as JLBH recorded it
 * @param endToEnd from the due time, by our own recorder
 * @param roundTrip from the actual send
 * @param lag from the due time to the actual send
 * @param others what others used of the machine meanwhile
 * @param usage of the JVMs of both sides, where they can be asked
 * @param tail what of it happened during collections
 * @param timeLine the same in the order of time
 */
public record RunFigures(
        double seconds,
        Distribution jlbh,
        Timing endToEnd,
        Timing roundTrip,
        Timing lag,
        OtherCpus others,
        ResourceUsage usage,
        CollectedTail tail,
        TimeLine timeLine) {

    /** The number of answered messages. */
    public long count() {
        return endToEnd.distribution().count();
    }
}
