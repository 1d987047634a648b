package org.latencyprobes.agent;

import java.util.Arrays;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.counts.SampleChoice;
import org.latencyprobes.counts.UntimedCalls;
import org.latencyprobes.probe.LatencyProbe;

/**
 * The cost of timing and recording one call in this JVM, measured in two ways. A loop does the same two clock readings and the same recording
 * as a woven method, and finds code and counters in the nearest cache. What is measured in place runs through code that few calls run.
 * Calls with others inside showed a cost between both.
 *
 * @param callNanos the lower figure, in ns
 * @param mostNanos the higher one, in ns; the same where too few calls were timed to measure in place
 */
record CallCost(double callNanos, double mostNanos) {

    /** One for all measurements, since memory that counters have taken stays theirs. */
    private static final LatencyProbe SCRATCH = LatencyProbe.unregistered("call cost");

    private static final int WARM_UP_BATCHES = 200;
    private static final int BATCHES = 101;
    private static final int CALLS = 200;

    /** The loop takes some milliseconds. */
    static CallCost measure(Clock clock) {
        return measure(clock, null);
    }

    /** With what was measured in place since a mark; null for the start. */
    static CallCost measure(Clock clock, InPlaceCost.Mark sinceOrNull) {
        return of(loopNanos(clock), InPlaceCost.nanos(sinceOrNull));
    }

    /** Of both figures; 0 where nothing was measured in place. What takes longer there than can be told is not the lower one. */
    static CallCost of(double loopNanos, double inPlaceNanos) {
        boolean isKnown = inPlaceNanos > 0 && inPlaceNanos < InPlaceCost.LONGEST_NANOS;
        return new CallCost(isKnown ? Math.min(loopNanos, inPlaceNanos) : loopNanos, Math.max(loopNanos, inPlaceNanos));
    }

    /** The median of many batches. */
    private static double loopNanos(Clock clock) {
        for (int batch = 0; batch < WARM_UP_BATCHES; batch++) {
            callBatchNanos(clock);
        }
        double[] callNanos = new double[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            callNanos[batch] = callBatchNanos(clock);
        }
        return medianPerCall(callNanos);
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
            if (!SampleChoice.NEVER.isChosen()) {
                calls.countOk();
            }
        }
        return clock.nanos(clock.now() - startTicks);
    }

    private static double medianPerCall(double[] batchNanos) {
        Arrays.sort(batchNanos);
        return batchNanos[BATCHES / 2] / CALLS;
    }

    private static long callBatchNanos(Clock clock) {
        long startTicks = clock.now();
        for (int call = 0; call < CALLS; call++) {
            long callTicks = clock.now();
            SCRATCH.sampleNanos(clock.nanos(clock.now() - callTicks));
        }
        return clock.nanos(clock.now() - startTicks);
    }
}
