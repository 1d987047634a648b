package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.counts.SlowShare;
import org.latencyprobes.internal.counts.Strata;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A stress test in which one thread records while another sets a lower threshold. The next sample over that is counted as slow. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the one after the change")
@Outcome(id = "2", expect = ACCEPTABLE, desc = "both")
@Outcome(expect = FORBIDDEN, desc = "a slow call is missed")
@State
public class ThresholdStress {

    private static final long LONGEST = 5_000;
    private static final long LONG = 2_000;
    private static final long THRESHOLD = 1_000;

    static {
        SlowRing.open(SlowShare.NO_THRESHOLD);
    }

    private final Counts counts = OneStripe.counts();

    {
        counts.offerAbove(Strata.CLOSED);
    }

    /** Records. */
    @Actor
    public void recorder() {
        OneStripe.meet();
        counts.record(LONGEST);
    }

    /** Sets the threshold. */
    @Actor
    public void setter() {
        counts.slowAbove(THRESHOLD);
    }

    /**
     * Records a slow call.
     *
     * @param result how many were slow
     */
    @Arbiter
    public void slow(J_Result result) {
        counts.record(LONG);
        result.r1 = counts.slow().over();
    }
}
