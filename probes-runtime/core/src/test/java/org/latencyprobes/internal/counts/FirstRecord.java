package org.latencyprobes.internal.counts;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** A JVM that records as often as method handles need to be specialised; prints the bytes that its first sample allocated, and the rest. */
final class FirstRecord {

    private static final int CALLS = 300;

    private FirstRecord() {}

    public static void main(String[] args) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Counts counts = new Counts();
        UntimedCalls untimed = new UntimedCalls();
        untimed.prepare();
        SampleChoice often = SampleChoice.oneIn(2);
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        counts.record(1_000);
        long after = threads.getCurrentThreadAllocatedBytes();
        for (int call = 0; call < CALLS; call++) {
            counts.record(call);
            untimed.countOk();
            untimed.count(call % 3);
            if (call == CALLS / 2) {
                OpenCalls calls = OpenCalls.ofCurrentThread();
                calls.begin(call);
                counts.recordNested(call, call);
                untimed.countOkOf(calls.isChosen(often) ? calls.notTimed() : OpenCalls.NOT_TIMED);
            }
        }
        long end = threads.getCurrentThreadAllocatedBytes();
        System.out.println(after - before + " " + (end - after));
    }
}
