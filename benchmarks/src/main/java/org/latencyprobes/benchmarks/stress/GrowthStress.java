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

/** A stress test in which two threads are the first in a bucket: both install it, in one counter and in two. */
@JCStressTest
@Outcome(id = "2, 1, 1", expect = ACCEPTABLE, desc = "all counted")
@Outcome(expect = FORBIDDEN, desc = "lost with the bucket that was not installed")
@State
public class GrowthStress {

    private static final long BOTH_NANOS = 1_000_000;
    private static final long ONE_NANOS = 700_000;
    private static final long OTHER_NANOS = 900_000;

    private final Counts counts = OneStripe.counts();

    /** Adds to a counter that the other thread installs too, then to one of its own. */
    @Actor
    public void recorder() {
        OneStripe.meet();
        counts.record(BOTH_NANOS);
        counts.record(ONE_NANOS);
    }

    /** Adds to a counter that the other thread installs too, then to one of its own. */
    @Actor
    public void otherRecorder() {
        OneStripe.meet();
        counts.record(BOTH_NANOS);
        counts.record(OTHER_NANOS);
    }

    /**
     * The counts.
     *
     * @param result of the shared counter, of each thread's own
     */
    @Arbiter
    public void count(JJJ_Result result) {
        long[] snapshot = counts.snapshot();
        result.r1 = OneStripe.countOf(snapshot, BOTH_NANOS);
        result.r2 = OneStripe.countOf(snapshot, ONE_NANOS);
        result.r3 = OneStripe.countOf(snapshot, OTHER_NANOS);
    }
}
