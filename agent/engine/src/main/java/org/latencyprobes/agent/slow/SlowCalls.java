package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.counts.SlowWarmUp;
import org.latencyprobes.internal.counts.TracedCall;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;
import org.latencyprobes.internal.report.Durations;

/**
 * The keeper of slow calls. It empties the ring into which the application's threads put calls that are offered, has them sampled, keeps a bounded
 * number, hands samples to listeners, and has stacks captured of calls that are still slow. It knows the probes of the agent's own copy of the
 * runtime, which are all woven ones.
 *
 * <p>For one thread of the agent's; nothing here runs on a thread of the application.
 */
public final class SlowCalls implements SlowRing.Receiver, SampledCalls.Receiver {

    /** As a setting: calls that are not usual for their probe are slow. */
    public static final long AUTO = 0;

    /** As a setting: no calls are kept. */
    public static final long OFF = -1;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** From where on a call in flight has its stack captured, where the user has set no threshold. */
    private static final long AUTO_LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The same where there is one. */
    private static final long LEAST_LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Supplier<Clock> clock;
    private final List<Listener> listeners = new ArrayList<>();
    private final List<SlowCall> taken = new ArrayList<>();
    private final List<WeightedCall> weighted = new ArrayList<>();
    private final SampledCalls samples = new SampledCalls(this);
    private final KeptCalls kept = new KeptCalls();
    private final LongCallWatch longCalls;
    private final SlowWarmUp warmUp = new SlowWarmUp();
    private StackWatch stacks; // made when it is first needed, for the same reason as in KeptCalls
    private boolean hasStacks;
    private long setting = OFF; // of the two wishes below the one that is in force
    private long counted = OFF; // the user's
    private long watch = OFF;
    private long turnNanos;
    private Clock lotClock;
    private ClockPair lotPair;

    /** A listener to sampled calls, on the thread that keeps them; it should return soon. */
    public interface Listener {

        /**
         * Takes the calls that have come into a sample since the last time, some 100 ms to a second ago.
         *
         * @param calls in the order of their starts; not empty; unmodifiable. Some may have left the sample
         */
        default void taken(List<SlowCall> calls) {}

        /**
         * Takes those that are not usual, once it is known how many each stands for.
         *
         * @param calls in the order of their starts; not empty; unmodifiable. They have been {@link #taken} before
         */
        default void weighted(List<WeightedCall> calls) {}

        /**
         * Takes how many calls there were of which nothing is known.
         *
         * @param probe the probe's name
         * @param tags of the probe
         * @param stratum of the calls
         * @param calls how many
         */
        default void lost(String probe, Map<String, String> tags, int stratum, long calls) {}
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
        follow(wanted, watch);
    }

    /**
     * Follows the wish of a watch, besides the user's, by which alone it is counted how many calls are slow.
     *
     * @param wanted the threshold of all probes in ns; {@link #AUTO} for the user's, if there is one; {@link #OFF} where the watch is over
     */
    public void followWatch(long wanted) {
        follow(counted, wanted);
    }

    private void follow(long toCount, long ofWatch) {
        long wanted = toCount == OFF || ofWatch > AUTO ? ofWatch : toCount;
        watch = ofWatch;
        if (wanted == setting && toCount == counted) {
            return;
        }
        if (wanted == OFF) {
            stop();
            return;
        }
        if (setting != OFF) { // else the JVM's start is spared it
            endPeriods(); // calls so far are judged by what was slow when they ended, unless nothing was known to be
        }
        boolean isOpen = SlowRing.present() != null;
        SlowRing.open();
        SlowRing.present().count(toCount != OFF);
        samples.follow(threshold(wanted), threshold(toCount));
        if (!isOpen) {
            samples.begin();
        }
        setting = wanted;
        counted = toCount;
    }

    private static long threshold(long wanted) {
        return wanted == OFF ? ProbeSample.NONE_COUNTED : wanted == AUTO ? ProbeSample.NO_THRESHOLD : wanted;
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
        endPeriods();
        samples.end();
        setting = OFF;
        counted = OFF;
        watch = OFF;
        endStacks();
        SlowRing.close();
    }

    /**
     * Takes what has come, and looks at calls in flight. To be called every 100 ms, and when {@link #look} says so; where that is not called,
     * every 20 ms.
     */
    public void tend() {
        if (SlowRing.present() == null) {
            return;
        }
        warmUp.step();
        samples.read();
        drain();
        samples.tend();
        handOut();
        if (hasStacks) {
            stacks = stacks == null ? new StackWatch(clock) : stacks;
            stacks.look(limitNanos());
            longCalls.follow(limitNanos(), stacks.nextNanos());
        }
        if (System.nanoTime() - turnNanos >= TURN_NANOS) {
            turnNanos = System.nanoTime();
            samples.closeOthers();
        }
    }

    private void drain() {
        lotPair = null; // read anew: rates of clocks differ a little
        SlowRing.present().drain(this);
    }

    /** Takes what has come, and hands all samples to the listeners. */
    public void endPeriods() {
        if (SlowRing.present() != null) {
            samples.readAll();
            drain();
            samples.tendAll();
            handOut();
        }
    }

    /** Half of the least duration that is slow leaves time to look. */
    private long limitNanos() {
        return setting == AUTO
                ? Math.max(AUTO_LIMIT_NANOS, samples.leastSlowNanos() / 2)
                : Math.max(LEAST_LIMIT_NANOS, setting);
    }

    private void handOut() {
        List<SlowCall> arrived = emptied(taken, Function.identity());
        List<WeightedCall> ended = emptied(weighted, WeightedCall::call);
        for (Listener listener : listeners) {
            if (!arrived.isEmpty()) {
                listener.taken(arrived);
            }
            if (!ended.isEmpty()) {
                listener.weighted(ended);
            }
        }
    }

    /** In the order of their starts. */
    private static <C> List<C> emptied(List<C> calls, Function<C, SlowCall> call) {
        if (calls.isEmpty()) {
            return List.of();
        }
        long baseNanos = call.apply(calls.get(0)).startNanos(); // nanoTime may wrap around
        calls.sort((one, other) -> Long.compare(
                call.apply(one).startNanos() - baseNanos, call.apply(other).startNanos() - baseNanos));
        List<C> sorted = List.copyOf(calls);
        calls.clear();
        return sorted;
    }

    /** Has the calls of all probes become one sample from now on. */
    public void beginWatch() {
        endPeriods();
        samples.beginWatch();
    }

    /**
     * Ends that.
     *
     * @return what was sampled since; nothing where it had not begun
     */
    public List<SampledCalls.Sample> endWatch() {
        endPeriods();
        return samples.endWatch();
    }

    @Override
    public void take(WeightedCall call) {
        weighted.add(call);
    }

    @Override
    public void lost(ProbeRecorder probe, int stratum, long calls) {
        listeners.forEach(listener -> listener.lost(probe.name(), probe.tags(), stratum, calls));
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
                CallLooks.micros(looksOrNull));
        if (samples.add(probe, counts, call, priority)) {
            kept.add(probe, call, System.nanoTime());
        }
        if (!trace.isEmpty() && samples.isCounted(counts, call)) {
            long agoNanos = Math.max(0, System.nanoTime() - endNanos);
            long endMillis = System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(agoNanos);
            counts.lastTraced(new TracedCall(trace, nanos, endMillis));
        }
        if (call.explanation().get() == null) { // else it is in no sample
            taken.add(call);
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
     * What is to be said of how many calls are looked at.
     *
     * @return a sentence; empty where there is room for as many as there may be
     */
    public String sampleRemark() {
        return samples.remark();
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
                "%s captured of calls in flight for %.0f ms or longer; for each the JVM stopped %s, at most %s in all",
                Plural.of(stacks.count(), "stack", "stacks"),
                millis,
                StackWatch.areAllStopped() ? "all threads" : "its thread",
                Durations.text(stacks.spentNanos() / NANOS_PER_MICRO));
    }

    /**
     * The thresholds of the probes that had calls.
     *
     * @return in no order
     */
    public List<ProbeThreshold> thresholds() {
        Map<List<Object>, ProbeThreshold> probes = new LinkedHashMap<>();
        samples.thresholds().forEach(one -> probes.merge(List.of(one.probe(), one.tags()), one, ProbeThreshold::plus));
        return List.copyOf(probes.values());
    }
}
