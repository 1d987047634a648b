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
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A stress test in which one thread records while another ends a period. The results are the count in that snapshot, the longest of the
 * period that it ended, and the longest of the next, both as the last snapshot has them.
 */
@JCStressTest
@Outcome(id = "1, 1000, 0", expect = ACCEPTABLE, desc = "all in the first period")
@Outcome(id = "0, 0, 1000", expect = ACCEPTABLE, desc = "all in the second period")
@Outcome(id = "0, 1000, 0", expect = ACCEPTABLE, desc = "max in the period before its count, where readers look too")
@Outcome(expect = FORBIDDEN, desc = "max in no period, in two, or in one after its count")
@State
public class IntervalMaxStress {

    private static final long NANOS = 1_000;

    private final Counts counts = OneStripe.counts();

    /** Records. */
    @Actor
    public void recorder() {
        OneStripe.meet();
        counts.record(NANOS);
    }

    /**
     * Ends the first period.
     *
     * @param result count
     */
    @Actor
    public void reader(JJJ_Result result) {
        result.r1 = OneStripe.countOf(counts.snapshot(), NANOS);
    }

    /**
     * Ends the second period.
     *
     * @param result longest of both
     */
    @Arbiter
    public void max(JJJ_Result result) {
        long[] snapshot = counts.snapshot();
        result.r2 = snapshot[Snapshot.PERIOD_MAX];
        result.r3 = snapshot[Snapshot.PERIOD_MAX + 1];
    }
}
