package org.latencyprobes.agent.cost;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.counts.SampleChoice;
import org.latencyprobes.internal.counts.UntimedCalls;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * The cost of measuring one call in this JVM. A timed call's is measured in place, by the application's own threads. Where too few calls were
 * timed for that, a loop runs what a woven method does. It finds code and counters in the nearest cache, so its figure is rather low. A call
 * that is counted only is measured by a loop alone. Thread-safe: one loop runs at a time.
 */
public final class CallCost {

    /** One for all measurements, since memory that counters have taken stays theirs. */
    private static final ProbeRecorder SCRATCH = ProbeRecorder.unregistered("call cost");

    private static final LowestCosts LOOPS = new LowestCosts();
    private static final long LONGEST_SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Of one core. */
    private static final double LITTLE = 0.001;

    private static final int WARM_UP_BATCHES = 200;
    private static final int BATCHES = 101;
    private static final int CALLS = 200;

    private CallCost() {}

    /** What calls cost by the clock in use. */
    public static ModeCosts now(Clock clock) {
        return of(InPlaceCost.nanos(), settled(clock, any -> true));
    }

    /** What calls cost since a mark, null for the start, also by a clock before this one. */
    static ModeCosts since(Clock clock, InPlaceCost.Mark sinceOrNull) {
        return of(InPlaceCost.nanos(sinceOrNull), settled(clock, any -> true));
    }

    /** What these calls cost. Where that is next to nothing, the loop is run once at most. */
    static ModeCosts of(Clock clock, CostMeasure.Calls calls) {
        double inPlaceNanos = InPlaceCost.nanos(calls.sinceOrNull());
        long timedInLoop = inPlaceNanos == 0 ? calls.timed() : 0;
        return of(
                inPlaceNanos,
                settled(clock, loop -> loop.of(timedInLoop, calls.counted()) > LITTLE * calls.spanNanos()));
    }

    /** What {@link #of(Clock, CostMeasure.Calls)} has just told their cost by. */
    static String basis(Clock clock, CostMeasure.Calls calls) {
        boolean isInPlace = InPlaceCost.nanos(calls.sinceOrNull()) > 0;
        return basis(isInPlace, calls.counted() > 0, isSettled(clock));
    }

    /** Of calls that were timed, or counted too. What is counted only is not measured in place. */
    static String basis(boolean isInPlace, boolean isAnyCounted, boolean isLoopSettled) {
        if (isInPlace && !isAnyCounted) {
            return Costs.IN_PLACE;
        }
        if (!isLoopSettled) {
            return Costs.COLD_LOOP;
        }
        return isInPlace ? Costs.IN_PLACE : Costs.LOOP;
    }

    /** Of what was measured in place, 0 for nothing, and in the loop. What takes longer in place than can be told takes that long at least. */
    static ModeCosts of(double inPlaceNanos, ModeCosts loop) {
        boolean isTold = inPlaceNanos < InPlaceCost.LONGEST_NANOS;
        double timedNanos = isTold ? inPlaceNanos : Math.max(inPlaceNanos, loop.timedNanos());
        return inPlaceNanos == 0 ? loop : new ModeCosts(timedNanos, loop.untimedNanos());
    }

    /** The loop's figures, after so many runs that two agree, within half a second and as long as it is worth it. */
    private static synchronized ModeCosts settled(Clock clock, Predicate<ModeCosts> isWorthIt) {
        long startNanos = System.nanoTime();
        if (LOOPS.lowest(clock) == null) {
            runLoop(clock);
        }
        while (!LOOPS.isSettled(clock)
                && isWorthIt.test(LOOPS.lowest(clock))
                && System.nanoTime() - startNanos < LONGEST_SETTLING_NANOS) {
            runLoop(clock);
        }
        return LOOPS.lowest(clock);
    }

    /** Runs the loop once, for some milliseconds: the compilers may be done with it by now. Returns what calls cost by what is known then. */
    public static synchronized ModeCosts runLoop(Clock clock) {
        OpenCalls.runUnseen(() -> LOOPS.add(clock, new ModeCosts(timedNanos(clock), untimedNanos(clock))));
        return of(InPlaceCost.nanos(), LOOPS.lowest(clock));
    }

    /** Whether the loop has been run until two results agreed. */
    static synchronized boolean isSettled(Clock clock) {
        return LOOPS.isSettled(clock);
    }

    private static double timedNanos(Clock clock) {
        double[] nanos = new double[BATCHES];
        for (int batch = -WARM_UP_BATCHES; batch < BATCHES; batch++) {
            nanos[Math.max(0, batch)] = timedBatchNanos(clock);
        }
        return medianPerCall(nanos);
    }

    /** Of the choice whether to time a call, too. */
    private static double untimedNanos(Clock clock) {
        UntimedCalls calls = new UntimedCalls();
        calls.prepare();
        double[] nanos = new double[BATCHES];
        for (int batch = -WARM_UP_BATCHES; batch < BATCHES; batch++) {
            nanos[Math.max(0, batch)] = untimedBatchNanos(clock, calls);
        }
        calls.release();
        return medianPerCall(nanos);
    }

    private static double medianPerCall(double[] batchNanos) {
        Arrays.sort(batchNanos);
        return batchNanos[BATCHES / 2] / CALLS;
    }

    private static long timedBatchNanos(Clock clock) {
        long startTicks = clock.now();
        for (int call = 0; call < CALLS; call++) {
            OpenCalls calls = OpenCalls.ofCurrentThread();
            long callTicks = clock.now();
            if (calls != null) {
                calls.begin(callTicks);
            }
            SCRATCH.sampleNested(clock.nanos(clock.now() - callTicks), callTicks, Outcome.OK);
        }
        return clock.nanos(clock.now() - startTicks);
    }

    private static long untimedBatchNanos(Clock clock, UntimedCalls calls) {
        long startTicks = clock.now();
        for (int call = 0; call < CALLS; call++) {
            OpenCalls open = OpenCalls.ofCurrentThread();
            if (open == null || open.isChosen(SampleChoice.NEVER) || !calls.countOkOf(open.notTimed())) {
                calls.countOk();
            }
        }
        return clock.nanos(clock.now() - startTicks);
    }
}
