package org.latencyprobes.demo.fix.measure;

import java.util.Properties;
import org.latencyprobes.demo.common.Distribution;

/**
 * The figures of one run.
 *
 * @param whole whether it came to its end
 * @param seconds from the first message's due time to the last answer
 * @param jlbh from the due time, as JLBH recorded it; empty for a run that did not come to its end
 * @param endToEnd from the due time, by our own recorder
 * @param roundTrip from the actual send
 * @param lag from the due time to the actual send
 * @param otherCpus how many CPUs others used meanwhile; NaN where the system does not say
 * @param usage of the JVMs of both sides, where they can be asked
 * @param tail what of it happened during collections
 */
public record RunFigures(
        boolean whole,
        double seconds,
        Distribution jlbh,
        Timing endToEnd,
        Timing roundTrip,
        Timing lag,
        double otherCpus,
        ResourceUsage usage,
        Tail tail) {

    /** From so many CPUs on that others use, a run is marked as disturbed. */
    public static final double DISTURBING_CPUS = 0.15;

    /** Answered messages. */
    public long count() {
        return endToEnd.distribution().count();
    }

    /** Answered messages per second. */
    public double perSecond() {
        return seconds == 0 ? 0 : count() / seconds;
    }

    /** Bytes of garbage for each message. */
    public double bytesPerRoundTrip() {
        return count() == 0 ? 0 : (double) usage.allocatedBytes() / count();
    }

    /** Whether others used the machine so much that it shows. */
    public boolean isDisturbed() {
        return otherCpus >= DISTURBING_CPUS;
    }

    void put(Properties properties, String prefix) {
        properties.setProperty(prefix + "whole", Boolean.toString(whole));
        properties.setProperty(prefix + "seconds", Double.toString(seconds));
        properties.setProperty(prefix + "jlbh", jlbh.encoded());
        properties.setProperty(prefix + "endToEnd", endToEnd.encoded());
        properties.setProperty(prefix + "roundTrip", roundTrip.encoded());
        properties.setProperty(prefix + "lag", lag.encoded());
        properties.setProperty(prefix + "otherCpus", Double.toString(otherCpus));
        properties.setProperty(prefix + "beyondP99", Integer.toString(tail.beyond()));
        properties.setProperty(prefix + "beyondP99Collected", Integer.toString(tail.beyondCollected()));
        properties.setProperty(prefix + "collected", Integer.toString(tail.collected()));
        usage.put(properties, prefix);
    }

    static RunFigures get(Properties properties, String prefix) {
        return new RunFigures(
                Boolean.parseBoolean(properties.getProperty(prefix + "whole")),
                Double.parseDouble(properties.getProperty(prefix + "seconds")),
                Distribution.decoded(properties.getProperty(prefix + "jlbh")),
                Timing.decoded(properties.getProperty(prefix + "endToEnd")),
                Timing.decoded(properties.getProperty(prefix + "roundTrip")),
                Timing.decoded(properties.getProperty(prefix + "lag")),
                Double.parseDouble(properties.getProperty(prefix + "otherCpus")),
                ResourceUsage.get(properties, prefix),
                new Tail(
                        Integer.parseInt(properties.getProperty(prefix + "beyondP99")),
                        Integer.parseInt(properties.getProperty(prefix + "beyondP99Collected")),
                        Integer.parseInt(properties.getProperty(prefix + "collected"))));
    }
}
