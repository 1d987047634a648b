package org.latencyprobes.agent;

import java.util.Arrays;
import org.latencyprobes.probe.LatencyProbe;

/** What timing and recording one call costs in this JVM, now: the same two clock readings and the same recording, in a loop. */
final class CallCost {

    private static final int BATCHES = 51;
    private static final int CALLS = 1_000;

    private CallCost() {}

    /** The median over some tens of batches, in ns; takes some milliseconds. */
    static double measureNanos() {
        LatencyProbe scratch = LatencyProbe.unregistered("call cost");
        double[] nanos = new double[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            long startNanos = System.nanoTime();
            for (int call = 0; call < CALLS; call++) {
                scratch.recordSince(System.nanoTime());
            }
            nanos[batch] = (double) (System.nanoTime() - startNanos) / CALLS;
        }
        Arrays.sort(nanos);
        return nanos[BATCHES / 2];
    }
}
