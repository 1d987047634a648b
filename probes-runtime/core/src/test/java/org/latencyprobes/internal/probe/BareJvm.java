package org.latencyprobes.internal.probe;

import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.probe.LatencyProbe;

/** A JVM that records and reads one sample; prints what it read. */
final class BareJvm {

    private BareJvm() {}

    public static void main(String[] args) {
        LatencyProbe.named("bare").recordNanos(1_000);
        boolean management = ModuleLayer.boot().findModule("java.management").isPresent();
        long count = new IntervalReader()
                .read().stream().mapToLong(interval -> interval.count()).sum();
        System.out.println("management " + management + ", read " + count);
    }
}
