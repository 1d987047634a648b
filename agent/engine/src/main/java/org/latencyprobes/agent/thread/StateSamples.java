package org.latencyprobes.agent.thread;

import org.latencyprobes.explain.WaitKind;

/**
 * The last samples of what one thread waited for, {@value #RUNS} runs of equal ones. Not thread-safe.
 */
final class StateSamples {

    /** How many runs are kept. A power of 2. A thread that waits and runs in turns has one for each, so that a call may need hundreds. */
    static final int RUNS = 256;

    /** Two looks of the sampler, and some. After a longer time a thread may have been in no call, or in another one. */
    private static final long LONGEST_GAP_NANOS = 5_000_000;

    /**
     * A time that lies between two samples of a run has been looked into if it is so much of what is between two such samples. What is shorter
     * may be a call that ran between two waits, and nobody saw it.
     */
    private static final double LEAST_LOOKED_INTO = 0.5;

    /** What a run of samples without a wait has in place of a kind's ordinal. */
    static final int NO_WAIT = WaitKind.values().length;

    /** What one has that nobody can tell of, or not yet. */
    static final int UNREAD = NO_WAIT + 1;

    private final long[] firstNanos = new long[RUNS];
    private final long[] lastNanos = new long[RUNS];
    private final int[] samples = new int[RUNS];
    private final int[] kinds = new int[RUNS];
    private long added;

    /**
     * Adds one.
     *
     * @param kind a kind's ordinal, or one of the two numbers behind these
     * @param isAnew whether it has nothing to do with the one before
     */
    void add(long nowNanos, int kind, boolean isAnew) {
        int at = (int) (added - 1 & RUNS - 1);
        if (isAnew || added == 0 || kinds[at] != kind || nowNanos - lastNanos[at] > LONGEST_GAP_NANOS) {
            at = (int) (added++ & RUNS - 1);
            kinds[at] = kind;
            samples[at] = 0;
            firstNanos[at] = nowNanos;
        }
        samples[at]++;
        lastNanos[at] = nowNanos;
    }

    /** What the samples of the last run are, now that it is known. */
    void name(int kind) {
        int at = (int) (added - 1 & RUNS - 1);
        if (added > 0 && kinds[at] == UNREAD) {
            kinds[at] = kind;
        }
    }

    void clear() {
        added = 0;
    }

    /**
     * The share of each kind of wait among the samples of some time, by the kind's ordinal, and behind them those of samples without a wait, and
     * of which nobody can tell. A run that is there in part counts in proportion to time. The time of runs that were pushed out has no kind: so
     * much less do all shares add up to. All 0 where there was no sample.
     */
    double[] shares(long fromNanos, long toNanos) {
        double[] shares = new double[UNREAD + 1];
        double all = 0;
        for (long run = Math.max(0, added - RUNS); run < added; run++) {
            int at = (int) (run & RUNS - 1);
            double inside = within(at, fromNanos, toNanos);
            shares[kinds[at]] += inside;
            all += inside;
        }
        double covered = covered(fromNanos, toNanos);
        for (int kind = 0; kind < shares.length && all > 0; kind++) {
            shares[kind] *= covered / all;
        }
        return shares;
    }

    /** The share of some time that is not before the oldest run. */
    private double covered(long fromNanos, long toNanos) {
        long lateNanos = added <= RUNS ? 0 : firstNanos[(int) (added & RUNS - 1)] - fromNanos;
        return lateNanos <= 0 ? 1 : Math.max(0, 1 - lateNanos / (double) Math.max(1, toNanos - fromNanos));
    }

    /** How many samples of a run are in that time. */
    private double within(int at, long fromNanos, long toNanos) {
        long first = firstNanos[at] - fromNanos; // nanoTime may wrap around
        long last = lastNanos[at] - fromNanos;
        long end = toNanos - fromNanos;
        if (last < 0 || first > end) {
            return 0;
        }
        double share = first == last ? 1 : (double) (Math.min(last, end) - Math.max(first, 0)) / (last - first);
        boolean isBetween = first < 0 && last > end && share * (samples[at] - 1) < LEAST_LOOKED_INTO;
        return isBetween ? 0 : share * samples[at];
    }
}
