package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Snapshot;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A stress test in which one thread records while another ends a period. What samples are compared with must not stay that of the ended
 * period: a shorter sample after it still is the longest of the next.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the longest is in one period, and the next has its max")
@Outcome(expect = FORBIDDEN, desc = "a max is missing")
@State
public class NextMaxStress {

    private static final long LONGEST = 1_000;
    private static final long LONG = 700;
    private static final long SHORT = 500;

    private final Counts counts = OneStripe.counts();

    /** Records two, the second longer. */
    @Actor
    public void recorder() {
        OneStripe.meet();
        counts.record(LONG);
        counts.record(LONGEST);
    }

    /** Ends the first period. */
    @Actor
    public void reader() {
        counts.snapshot();
    }

    /**
     * Records the shortest, and ends the second period.
     *
     * @param result whether the longest is the max of a period, and whether the second period has a longest
     */
    @Arbiter
    public void max(II_Result result) {
        counts.record(SHORT);
        long[] snapshot = counts.snapshot();
        long first = snapshot[Snapshot.PERIOD_MAX];
        long second = snapshot[Snapshot.PERIOD_MAX + 1];
        result.r1 = Math.max(first, second) == LONGEST ? 1 : 0;
        result.r2 = second >= SHORT ? 1 : 0;
    }
}
