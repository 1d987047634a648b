package org.latencyprobes.internal.counts;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** A JVM that records two slow calls; prints the bytes that they allocated, and how many were kept. */
final class FirstSlowRecord {

    private FirstSlowRecord() {}

    public static void main(String[] args) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SlowRing.open();
        Counts counts = new Counts();
        OpenCalls.ofCurrentThread().begin(1);
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        counts.recordNested(5_000, 1);
        counts.record(2_000);
        long after = threads.getCurrentThreadAllocatedBytes();
        int[] kept = new int[1];
        SlowRing.present().drain((where, thread, start, nanos, endNanos, calls, inside, trace, priority, looks) -> {
            kept[0] += where == counts ? 1 : 0;
        });
        System.out.println(after - before + " " + kept[0]);
    }
}
