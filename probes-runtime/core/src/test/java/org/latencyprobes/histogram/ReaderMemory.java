package org.latencyprobes.histogram;

import java.lang.ref.Reference;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.probe.LatencyProbe;

/**
 * A JVM with one probe, which has samples everywhere in the range, and one reader, which reads twice; prints what the reader takes. Then the
 * reader is forgotten, and the JVM ends when its room was given back.
 */
final class ReaderMemory {

    private ReaderMemory() {}

    public static void main(String[] args) throws InterruptedException {
        LatencyProbe probe = LatencyProbe.named("wide");
        recordEverywhere(probe);
        MemoryCap.stock();
        long before = MemoryCap.usedBytes();
        IntervalReader reader = new IntervalReader();
        reader.read();
        recordEverywhere(probe);
        reader.read();
        System.out.println(MemoryCap.usedBytes() - before);
        Reference.reachabilityFence(reader);
        reader = null;
        while (MemoryCap.usedBytes() > before) {
            System.gc();
            MemoryCap.stock();
            Thread.sleep(1);
        }
    }

    private static void recordEverywhere(LatencyProbe probe) {
        for (int index = 0; index < Layout.LENGTH; index++) {
            probe.recordNanos(Layout.lowestNanos(index));
        }
    }
}
