package org.latencyprobes.counts;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** A JVM that records once; prints the bytes that its first sample allocated. */
final class FirstRecord {

    private FirstRecord() {}

    public static void main(String[] args) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Counts counts = new Counts();
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        counts.record(1_000);
        long after = threads.getCurrentThreadAllocatedBytes();
        System.out.println(after - before);
    }
}
