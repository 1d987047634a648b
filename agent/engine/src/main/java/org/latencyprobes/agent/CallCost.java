package org.latencyprobes.agent;

import java.util.Arrays;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.counts.SampleChoice;
import org.latencyprobes.counts.UntimedCalls;
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
    static CallCost measure(Clock clock) {
        LatencyProbe scratch = LatencyProbe.unregistered("call cost");
        for (int batch = 0; batch < WARM_UP_BATCHES; batch++) {
            clockBatchNanos(clock);
            callBatchNanos(clock, scratch);
        }
        double[] clockNanos = new double[BATCHES];
        double[] callNanos = new double[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            clockNanos[batch] = clockBatchNanos(clock);
            callNanos[batch] = callBatchNanos(clock, scratch);
        }
        return new CallCost(medianPerCall(clockNanos), medianPerCall(callNanos));
    }

    /** The median of a call that is counted, and of the choice whether to time one. */
    static double untimedNanos(Clock clock) {
        UntimedCalls calls = new UntimedCalls();
        calls.prepare();
        double[] nanos = new double[BATCHES];
        for (int batch = -WARM_UP_BATCHES; batch < BATCHES; batch++) {
            nanos[Math.max(0, batch)] = untimedBatchNanos(clock, calls);
        }
        calls.release();
        return medianPerCall(nanos);
    }

    private static long untimedBatchNanos(Clock clock, UntimedCalls calls) {
        long startTicks = clock.now();
        for (int call = 0; call < CALLS; call++) {
            if (!SampleChoice.isChosen(0)) {
                calls.countOk();
            }
        }
        return clock.nanos(clock.now() - startTicks);
    }

    private static double medianPerCall(double[] batchNanos) {
        Arrays.sort(batchNanos);
        return batchNanos[BATCHES / 2] / CALLS;
    }

    private static long clockBatchNanos(Clock clock) {
        long startTicks = clock.now();
        long lastTicks = startTicks;
        for (int call = 0; call < CALLS; call++) {
            clock.now();
            lastTicks = clock.now();
        }
        return clock.nanos(lastTicks - startTicks);
    }

    private static long callBatchNanos(Clock clock, LatencyProbe scratch) {
        long startTicks = clock.now();
        for (int call = 0; call < CALLS; call++) {
            long callTicks = clock.now();
            scratch.sampleNanos(clock.nanos(clock.now() - callTicks));
        }
        return clock.nanos(clock.now() - startTicks);
    }
}
