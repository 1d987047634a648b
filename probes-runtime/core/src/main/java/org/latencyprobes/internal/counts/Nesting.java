package org.latencyprobes.internal.counts;

import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * What was inside the calls of one probe: calls of probes on the same thread, of other probes or of itself.
 *
 * @param calls how many calls the probe has
 * @param usualNanos the sum of their durations, in ns, with the longest 1 % taken to be as long as the mean of the others; at most 0.4 % off
 * @param unknown of how many of them it is not known what was inside: those of virtual threads, of threads without a stripe, of calls that
 *     complete later, and of deep recursions
 * @param callsInside the calls of probes inside the others that were timed
 * @param nanosInside the time in these, in ns; those inside each other counted once
 * @param untimedInside the calls of probes inside the others that were counted only
 * @param withItself how many calls had a timed call of the same probe inside, at least
 */
public record Nesting(
        long calls,
        double usualNanos,
        long unknown,
        long callsInside,
        long nanosInside,
        long untimedInside,
        long withItself) {

    /**
     * Of how many calls it is not known.
     *
     * @param totals what {@link Counts#inside} gave
     * @return a count since the start
     */
    public static long unknown(long[] totals) {
        return totals[NestedTotals.UNKNOWN];
    }

    /** Nothing. */
    public static final Nesting NONE = new Nesting(0, 0, 0, 0, 0, 0, 0);

    /** One of so many is left out of what is usual, the longest. */
    private static final int LONGEST_PART = 100;

    /**
     * The nesting of the calls of an interval.
     *
     * @param calls how many calls its counters have
     * @param nextIndex the next counter that has any, from a {@link Layout} index on
     * @param countAt how many it has, by its index
     * @param before what {@link Counts#inside} gave when the interval began
     * @param now what it gave when the interval ended
     * @return what was inside them
     */
    public static Nesting of(
            long calls, IntUnaryOperator nextIndex, IntToLongFunction countAt, long[] before, long[] now) {
        return new Nesting(
                calls,
                usualNanos(calls, nextIndex, countAt),
                now[NestedTotals.UNKNOWN] - before[NestedTotals.UNKNOWN],
                now[NestedTotals.CALLS] - before[NestedTotals.CALLS],
                now[NestedTotals.NANOS] - before[NestedTotals.NANOS],
                now[NestedTotals.UNTIMED] - before[NestedTotals.UNTIMED],
                now[NestedTotals.WITH_ITSELF] - before[NestedTotals.WITH_ITSELF]);
    }

    /** The time of all calls, were the longest of them no longer than the others: a few delays would be most of it. */
    private static double usualNanos(long calls, IntUnaryOperator nextIndex, IntToLongFunction countAt) {
        long wanted = calls - calls / LONGEST_PART;
        long counted = 0;
        double nanos = 0;
        for (int index = -1; counted < wanted; ) {
            index = nextIndex.applyAsInt(index + 1);
            long count = Math.min(wanted - counted, countAt.applyAsLong(index));
            counted += count;
            nanos += count * (Layout.lowestNanos(index) + Layout.highestNanos(index)) / 2.0;
        }
        return calls == 0 ? 0 : nanos / wanted * calls;
    }

    /**
     * Both together.
     *
     * @param other of the same probe, under another outcome
     * @return the sums
     */
    public Nesting plus(Nesting other) {
        return new Nesting(
                calls + other.calls,
                usualNanos + other.usualNanos,
                unknown + other.unknown,
                callsInside + other.callsInside,
                nanosInside + other.nanosInside,
                untimedInside + other.untimedInside,
                withItself + other.withItself);
    }

    /**
     * Whether anything is known.
     *
     * @return false where there was no call, or none of which it is known what was inside
     */
    public boolean isKnown() {
        return calls > unknown;
    }

    /**
     * Whether any call of a probe was inside.
     *
     * @return false also where nothing is known
     */
    public boolean hasInside() {
        return callsInside > 0 || untimedInside > 0;
    }

    /**
     * The calls of probes inside a call, timed or not.
     *
     * @return a mean of the calls of which it is known; 0 where nothing is
     */
    public double insidePerCall() {
        return perCall(callsInside + untimedInside);
    }

    /**
     * Those of them that were timed.
     *
     * @return such a mean
     */
    public double timedInsidePerCall() {
        return perCall(callsInside);
    }

    private double perCall(double inside) {
        return isKnown() ? inside / (calls - unknown) : 0;
    }

    /**
     * What the probes inside took to measure.
     *
     * @param timedNanos what measuring a call takes that is timed, in ns
     * @param countedNanos what it takes of one that is counted only
     * @return the sum over all calls, in ns, an estimate: calls of which it is not known are taken for ones like the others; 0 where nothing
     *     is known
     */
    public double measuringNanos(double timedNanos, double countedNanos) {
        return perCall(callsInside * timedNanos + untimedInside * countedNanos) * calls;
    }

    /**
     * The share of measuring in the probe's usual time: what the probes inside took to measure. It is too high where few long calls hold most
     * of the probes inside.
     *
     * @param timedNanos what measuring a call takes that is timed, in ns
     * @param countedNanos what it takes of one that is counted only
     * @return from 0 to 1, an estimate; 0 where nothing is known
     */
    public double measuringShare(double timedNanos, double countedNanos) {
        return usualNanos == 0 ? 0 : Math.min(1, measuringNanos(timedNanos, countedNanos) / usualNanos);
    }

    /**
     * The share of measuring in the usual time of those calls of which it is not known what was inside, at most.
     *
     * @param nanos what measuring took of all calls that may be inside them, in ns
     * @return from 0 to 1; 0 where it is known of all calls
     */
    public double mostUnknownShare(double nanos) {
        return unknown == 0 || nanos == 0 ? 0 : Math.min(1, nanos / (usualNanos * unknown / calls));
    }
}
