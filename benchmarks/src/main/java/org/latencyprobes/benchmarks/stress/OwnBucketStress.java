package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Snapshot;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/**
 * A stress test in which a thread with a bucket of its own records, plainly, a sample twice while another thread reads twice. The results are
 * the counts that were read, the longest in the first snapshot, and the count at the end.
 */
@JCStressTest
@Outcome(id = "0, [012], (0|1000), 2", expect = ACCEPTABLE, desc = "only grows")
@Outcome(id = "1, [12], 1000, 2", expect = ACCEPTABLE, desc = "only grows")
@Outcome(id = "2, 2, 1000, 2", expect = ACCEPTABLE, desc = "only grows")
@Outcome(expect = FORBIDDEN, desc = "lost, counted twice, taken back, or a count without its max")
@State
public class OwnBucketStress {

    private static final long NANOS = 1_000;

    private final Counts counts = OneStripe.counts();

    /** Gives every thread's stripe the bucket. */
    public OwnBucketStress() {
        OwnStripes.open(counts, Layout.indexOf(NANOS));
    }

    /** Records. */
    @Actor
    public void recorder() {
        counts.record(NANOS);
        counts.record(NANOS);
    }

    /**
     * Reads twice.
     *
     * @param result what it read
     */
    @Actor
    public void reader(JJJJ_Result result) {
        long[] earlier = counts.snapshot();
        result.r1 = OneStripe.countOf(earlier, NANOS);
        result.r2 = OneStripe.countOf(counts.snapshot(), NANOS);
        result.r3 = earlier[Snapshot.MAX];
    }

    /**
     * Reads when all have ended.
     *
     * @param result its count
     */
    @Arbiter
    public void count(JJJJ_Result result) {
        result.r4 = OneStripe.countOf(counts.snapshot(), NANOS);
    }
}
