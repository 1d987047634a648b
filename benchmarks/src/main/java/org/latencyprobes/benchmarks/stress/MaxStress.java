package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Snapshot;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A stress test in which one thread records while another reads count and longest. The longest of a sample is there before its count. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "read before")
@Outcome(id = "0, 1000", expect = ACCEPTABLE, desc = "read between: the sample comes with the next interval")
@Outcome(id = "1, 1000", expect = ACCEPTABLE, desc = "read after")
@Outcome(expect = FORBIDDEN, desc = "a count without its max")
@State
public class MaxStress {

    private static final long NANOS = 1_000;

    private final Counts counts = OneStripe.counts();

    /** Records. */
    @Actor
    public void recorder() {
        OneStripe.meet();
        counts.record(NANOS);
    }

    /**
     * Reads.
     *
     * @param result count and longest
     */
    @Actor
    public void reader(JJ_Result result) {
        long[] snapshot = counts.snapshot();
        result.r1 = OneStripe.countOf(snapshot, NANOS);
        result.r2 = snapshot[Snapshot.MAX];
    }
}
