package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.latencyprobes.internal.counts.Counts;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/**
 * A stress test in which one thread records two samples of different buckets while another takes two snapshots. The results are the first
 * and second sample in the first snapshot, then both in the second one.
 *
 * <p>Two samples that come while a snapshot is taken may be seen in either order: nothing promises more, and it happens where samples
 * overflow. What was seen stays.
 */
@JCStressTest
@Outcome(id = "., ., 0, 1", expect = ACCEPTABLE_INTERESTING, desc = "the later sample without the one before it")
@Outcome(id = "1, ., 0, .", expect = FORBIDDEN, desc = "the first sample was seen and is gone")
@Outcome(id = "., 1, ., 0", expect = FORBIDDEN, desc = "the second sample was seen and is gone")
@Outcome(id = "0, 1, ., .", expect = ACCEPTABLE_INTERESTING, desc = "the later sample without the one before it")
@Outcome(id = "[01], [01], [01], [01]", expect = ACCEPTABLE, desc = "only grows")
@Outcome(expect = FORBIDDEN, desc = "counted twice")
@State
public class MonotonicReadsStress {

    /** Later in the snapshot than the second: a reader that finds the second has yet to read the first. */
    private static final long FIRST_NANOS = 1_000_000;

    private static final long SECOND_NANOS = 1_000;

    private final Counts counts = OneStripe.counts();

    /** Records. */
    @Actor
    public void recorder() {
        OneStripe.meet();
        counts.record(FIRST_NANOS);
        counts.record(SECOND_NANOS);
    }

    /**
     * Reads twice.
     *
     * @param result what it read
     */
    @Actor
    public void reader(JJJJ_Result result) {
        long[] earlier = counts.snapshot();
        long[] later = counts.snapshot();
        result.r1 = OneStripe.countOf(earlier, FIRST_NANOS);
        result.r2 = OneStripe.countOf(earlier, SECOND_NANOS);
        result.r3 = OneStripe.countOf(later, FIRST_NANOS);
        result.r4 = OneStripe.countOf(later, SECOND_NANOS);
    }
}
