package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.counts.SlowShare;
import org.latencyprobes.internal.counts.SlowWarmUp;
import org.latencyprobes.internal.counts.Strata;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;

/**
 * The keeper of slow calls. It empties the ring into which the application's threads put them, keeps a bounded number, hands those over
 * their probe's threshold to listeners, sets the thresholds, and has stacks captured of calls that are still slow. It knows the probes of
 * the agent's own copy of the runtime, which are all woven ones.
 *
 * <p>For one thread of the agent's; nothing here runs on a thread of the application.
 */
public final class SlowCalls implements SlowRing.Receiver {

    /** As a setting: each probe has a threshold of its own. */
    public static final long AUTO = 0;

    /** As a setting: no calls are kept. */
    public static final long OFF = -1;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** From where on a call in flight has its stack captured, where each probe has a threshold of its own. */
    private static final long AUTO_LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The same where there is one threshold. */
    private static final long LEAST_LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Supplier<Clock> clock;
    private final List<Listener> listeners = new ArrayList<>();
    private final List<SlowCall> lot = new ArrayList<>();
    private final List<SlowCall> sampled = new ArrayList<>();
    private final SampledCalls samples = new SampledCalls();
    private final KeptCalls kept = new KeptCalls();
    private final Thresholds thresholds = new Thresholds();
    private final LongCallWatch longCalls;
    private final SlowWarmUp warmUp = new SlowWarmUp();
    private StackWatch stacks; // made when it is first needed, for the same reason as in KeptCalls
    private boolean hasStacks;
    private long setting = OFF;
    private long turnNanos;
    private Clock lotClock;
    private ClockPair lotPair;

    /** A listener to slow calls. */
    @FunctionalInterface
    public interface Listener {

        /**
         * Takes the calls over their probe's threshold that have come since the last time, some 100 ms to a second ago. On the thread that keeps them; it should return soon.
         *
         * @param calls in the order of their starts; not empty; unmodifiable
         */
        void slow(List<SlowCall> calls);

        /**
         * Takes calls that are in a sample, and not slow.
         *
         * @param calls as there; some may have left the sample
         */
        default void sampled(List<SlowCall> calls) {}
    }

    /**
     * Begins with nothing, and keeps nothing before {@link #follow}.
     *
     * @param clock that calls are timed by; asked for where one of them was slow
     * @param wake called by {@link #look} where {@link #tend} is to be called soon
     */
    public SlowCalls(Supplier<Clock> clock, Runnable wake) {
        this.clock = clock;
        longCalls = new LongCallWatch(clock, System::nanoTime, wake);
    }

    /** Looks whether a stack is to be captured, or the ring fills up. To be called every ms or so, on a thread of its own. */
    public void look() {
        longCalls.look();
    }

    /**
     * Adds a listener.
     *
     * @param listener gets all that come from now on
     */
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    /**
     * Follows the user's wish.
     *
     * @param wanted {@link #AUTO}, {@link #OFF}, or the threshold of all probes in ns
     */
    public void follow(long wanted) {
        if (wanted == setting) {
            return;
        }
        if (wanted == OFF) {
            stop();
            return;
        }
        openRing(wanted);
        if (setting != OFF || wanted != AUTO) { // else no probe has a threshold, and the JVM's start is spared the look
            thresholds.setAll(thresholdNanos(wanted));
        }
        setting = wanted;
    }

    /**
     * Has slow calls kept until there is somebody to {@link #follow} the user's wish.
     *
     * @param wanted as there, but not {@link #OFF}
     */
    public static void openRing(long wanted) {
        SlowRing.open(thresholdNanos(wanted));
    }

    private static long thresholdNanos(long wanted) {
        return wanted == AUTO ? SlowShare.NO_THRESHOLD : wanted;
    }

    /**
     * Follows the user's wish for stacks. Where they are not wanted, those that are there go.
     *
     * @param wanted whether stacks of calls in flight are captured
     */
    public void followStacks(boolean wanted) {
        hasStacks = wanted;
        if (!wanted) {
            endStacks();
        }
    }

    private void endStacks() {
        longCalls.followNoStacks();
        if (stacks != null) {
            stacks.end();
            stacks = null;
        }
    }

    /** Keeps no more calls. */
    public void stop() {
        tend();
        samples.end();
        setting = OFF;
        endStacks();
        SlowRing.close();
        thresholds.setAll(SlowShare.NO_THRESHOLD);
    }

    /**
     * Takes what has come, looks at calls in flight, and once a second sets thresholds. To be called every 100 ms, and when {@link #look} says
     * so; where that is not called, every 20 ms.
     */
    public void tend() {
        SlowRing ring = SlowRing.present();
        if (ring == null) {
            return;
        }
        warmUp.step();
        lotPair = null; // read anew: rates of clocks differ a little
        ring.drain(this);
        samples.tend();
        handOut();
        if (hasStacks) {
            stacks = stacks == null ? new StackWatch(clock) : stacks;
            stacks.look(limitNanos());
            longCalls.follow(limitNanos(), stacks.nextNanos());
        }
        if (System.nanoTime() - turnNanos >= TURN_NANOS) {
            turnNanos = System.nanoTime();
            thresholds.nextTurn(setting);
        }
    }

    /** The p99.9 of a probe with few calls is little less than its longest: half of it leaves time to look. */
    private long limitNanos() {
        return setting == AUTO
                ? Math.max(AUTO_LIMIT_NANOS, thresholds.leastNanos() / 2)
                : Math.max(LEAST_LIMIT_NANOS, setting);
    }

    private void handOut() {
        List<SlowCall> slow = emptied(lot);
        List<SlowCall> others = emptied(sampled);
        listeners.forEach(listener -> {
            if (!slow.isEmpty()) {
                listener.slow(slow);
            }
            if (!others.isEmpty()) {
                listener.sampled(others);
            }
        });
    }

    /** In the order of their starts. */
    private static List<SlowCall> emptied(List<SlowCall> calls) {
        if (calls.isEmpty()) {
            return List.of();
        }
        long baseNanos = calls.get(0).startNanos(); // nanoTime may wrap around
        List<SlowCall> sorted = calls.stream()
                .sorted(Comparator.comparingLong(call -> call.startNanos() - baseNanos))
                .toList();
        calls.clear();
        return sorted;
    }

    /**
     * Begins to sample the calls of all probes.
     *
     * @param leastNanos from where on they are asked for, in ns; 0 for those beyond a percentile
     */
    public void beginSamples(long leastNanos) {
        samples.begin(leastNanos);
    }

    /**
     * Ends that.
     *
     * @return what was sampled since
     */
    public List<SampledCalls.Sample> endSamples() {
        return samples.end();
    }

    @Override
    public void take(
            Counts counts,
            Thread thread,
            long start,
            long nanos,
            long endNanos,
            long callsInside,
            long insideNanos,
            String traceOrNull,
            int priority,
            long[] looksOrNull) {
        ProbeRecorder probe = SlowSamples.probeOf(counts);
        if (probe == null) {
            return;
        }
        long thresholdNanos = counts.slow().thresholdNanos();
        String trace = TraceLookup.usable(traceOrNull);
        SlowCall call = new SlowCall(
                probe.name(),
                probe.tags(),
                SlowSamples.outcomeOf(probe, counts).label(),
                start == Long.MIN_VALUE ? endNanos - nanos : startNanos(start, endNanos - nanos),
                nanos,
                ThreadIds.of(thread),
                ThreadIds.nameOf(thread),
                trace,
                callsInside,
                insideNanos,
                new AtomicReference<>(),
                stacks == null || start == Long.MIN_VALUE ? CapturedStack.NONE : stacks.of(thread, start, nanos),
                ThreadIds.isVirtual(thread),
                CallLooks.micros(looksOrNull),
                nanos > thresholdNanos);
        if (call.isSlow() || thresholdNanos == SlowShare.NO_THRESHOLD) { // then it may be the longest so far
            kept.add(probe, call, System.nanoTime());
        }
        if (call.isSlow()) {
            lot.add(call);
        }
        if (priority != Strata.NOT_OFFERED && samples.add(counts, call, priority) && !call.isSlow()) {
            sampled.add(call);
        }
        if (!trace.isEmpty()) {
            long sinceNanos = Math.max(0, System.nanoTime() - endNanos);
            long endMillis = System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(sinceNanos);
            counts.slow().lastTraced(new SlowShare.Traced(trace, nanos, endMillis));
        }
    }

    /** The second where the call was timed by a clock that has been left. */
    private long startNanos(long startTicks, long latestNanos) {
        if (lotPair == null) {
            lotClock = clock.get();
            lotPair = ClockPair.read(lotClock);
        }
        return lotClock.isOwn(startTicks) ? lotPair.nanoTimeAt(startTicks, lotClock) : latestNanos;
    }

    /**
     * The calls that are kept.
     *
     * @return the longest first
     */
    public List<SlowCall> longest() {
        tend();
        return kept.all();
    }

    /**
     * Whether calls are kept.
     *
     * @return false after {@link #stop}
     */
    public boolean isOn() {
        return setting != OFF;
    }

    /**
     * How stacks of calls in flight are captured, and what that has cost.
     *
     * @return a sentence
     */
    public String stackRemark() {
        if (!hasStacks) {
            return "stacks of calls in flight are not captured: slow.stacks=off";
        }
        double millis = limitNanos() / NANOS_PER_MILLI;
        if (stacks == null || stacks.count() == 0) {
            return String.format(
                    Locale.ROOT, "no stack was captured yet of a call in flight for %.0f ms or longer", millis);
        }
        return String.format(
                Locale.ROOT,
                "%s captured of calls in flight for %.0f ms or longer; for each the JVM stopped %s, at most %.1f ms in all",
                Plural.of(stacks.count(), "stack", "stacks"),
                millis,
                StackWatch.areAllStopped() ? "all threads" : "its thread",
                stacks.spentNanos() / NANOS_PER_MILLI);
    }

    /**
     * What is known of each probe.
     *
     * @return in no order; with those that have had no slow call
     */
    public List<SlowProbe> probes() {
        List<SlowProbe> probes = new ArrayList<>();
        SlowSamples.forEach((probe, all) -> probes.add(SlowProbe.of(probe, all)));
        return probes;
    }
}
