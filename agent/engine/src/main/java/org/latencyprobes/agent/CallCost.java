package org.latencyprobes.agent;

import java.util.Arrays;
import org.latencyprobes.probe.LatencyProbe;

/**
 * The cost of timing and recording one call in this JVM, measured now. A loop does the same two clock readings and the same recording as a
 * woven method. Batches with and without recording alternate, so that other load affects both alike.
 *
 * @param clockNanos two clock readings, in ns
 * @param callNanos the same with recording, in ns
 */
record CallCost(double clockNanos, double callNanos) {

    private static final int WARM_UP_BATCHES = 200;
    private static final int BATCHES = 101;
    private static final int CALLS = 200;

    /** The medians of many batches; takes some milliseconds. */
    static CallCost measure() {
        LatencyProbe scratch = LatencyProbe.unregistered("call cost");
        for (int batch = 0; batch < WARM_UP_BATCHES; batch++) {
            clockBatchNanos();
            callBatchNanos(scratch);
        }
        double[] clock = new double[BATCHES];
        double[] call = new double[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            clock[batch] = clockBatchNanos();
            call[batch] = callBatchNanos(scratch);
        }
        return new CallCost(medianPerCall(clock), medianPerCall(call));
    }

    private static double medianPerCall(double[] batchNanos) {
        Arrays.sort(batchNanos);
        return batchNanos[BATCHES / 2] / CALLS;
    }

    private static long clockBatchNanos() {
        long startNanos = System.nanoTime();
        long lastNanos = startNanos;
        for (int call = 0; call < CALLS; call++) {
            System.nanoTime();
            lastNanos = System.nanoTime();
        }
        return lastNanos - startNanos;
    }

    private static long callBatchNanos(LatencyProbe scratch) {
        long startNanos = System.nanoTime();
        for (int call = 0; call < CALLS; call++) {
            scratch.recordSince(System.nanoTime());
        }
        return System.nanoTime() - startNanos;
    }
}
