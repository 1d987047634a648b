package org.latencyprobes.internal.counts;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** A JVM with a probe whose samples are everywhere in the range, and with all buckets that stripes may have. It prints the memory of its counters. */
final class WideProbe {

    private static final int PROMISED_KIBIBYTES = Stripes.COUNT <= 8 ? 72 : 98;
    /** What is left of a {@code LatencyProbe}. */
    private static final int PROBE_BYTES = 296;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private WideProbe() {}

    public static void main(String[] args) {
        Counts ok = new Counts();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Counts error = new Counts();
        long errorBytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        long probeBytes = PROBE_BYTES + UntimedCalls.BASE_BYTES + 2 * errorBytes;
        long used = MemoryCap.usedBytes();
        recordEverywhere(ok);
        MemoryCap.stock(); // makes up for what the counters took
        long bytes = MemoryCap.usedBytes() - used + probeBytes;
        System.out.println("own buckets " + ok.ownBuckets() + ", "
                + (bytes <= PROMISED_KIBIBYTES << 10 && error.ownBuckets() == 0
                        ? "at most " + PROMISED_KIBIBYTES + " KiB"
                        : bytes + " bytes"));
    }

    private static void recordEverywhere(Counts counts) {
        for (int index = 0; index < Layout.LENGTH; index++) {
            counts.recordWithCount(Layout.lowestNanos(index), 2);
            MemoryCap.stock();
        }
        for (int stripe = 0; stripe < Stripes.COUNT + OwnedStripes.COUNT; stripe++) {
            counts.open(stripe, 0);
            MemoryCap.stock();
        }
        for (int index = 0; index < Layout.LENGTH; index += Layout.BUCKET_LENGTH) {
            for (int stripe = 0; stripe < Stripes.COUNT + OwnedStripes.COUNT; stripe++) {
                counts.open(stripe, index);
                MemoryCap.stock();
            }
        }
    }
}
