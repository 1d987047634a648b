package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.latencyprobes.internal.counts.Counts;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A stress test in which two threads give a stripe the same buckets while others record on it, within these and outside.
 */
@JCStressTest
@Outcome(id = "2, 2, 2", expect = ACCEPTABLE, desc = "all counted, each under its duration")
@Outcome(expect = FORBIDDEN, desc = "lost, counted twice or under another duration")
@State
public class BucketOpeningStress {

    private static final long NANOS = 1_000;
    private static final long LONGER_NANOS = 1_000_000;
    private static final long LONGEST_NANOS = 1_000_000_000;

    private final Counts counts = OneStripe.counts();

    /** Records while the stripe gets its buckets. */
    @Actor
    public void recorder() {
        recordEach();
    }

    /** Records too. */
    @Actor
    public void otherRecorder() {
        recordEach();
    }

    /** Gives the stripe its buckets. */
    @Actor
    public void opener() {
        OneStripe.open(counts, NANOS);
        OneStripe.open(counts, LONGER_NANOS);
    }

    /** Gives it the same ones, the other way round. */
    @Actor
    public void otherOpener() {
        OneStripe.open(counts, LONGER_NANOS);
        OneStripe.open(counts, NANOS);
    }

    private void recordEach() {
        OneStripe.meet();
        counts.record(NANOS);
        counts.record(LONGER_NANOS);
        counts.record(LONGEST_NANOS);
    }

    /**
     * The counts.
     *
     * @param result of each duration
     */
    @Arbiter
    public void count(JJJ_Result result) {
        long[] snapshot = counts.snapshot();
        result.r1 = OneStripe.countOf(snapshot, NANOS);
        result.r2 = OneStripe.countOf(snapshot, LONGER_NANOS);
        result.r3 = OneStripe.countOf(snapshot, LONGEST_NANOS);
    }
}
