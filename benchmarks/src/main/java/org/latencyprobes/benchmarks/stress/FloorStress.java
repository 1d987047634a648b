package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.counts.Strata;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * A stress test in which one thread records while another sets a lower floor. The next sample above that is offered. The ring is full, so that
 * each offer is counted as lost.
 */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the one after the change")
@Outcome(id = "2", expect = ACCEPTABLE, desc = "both")
@Outcome(expect = FORBIDDEN, desc = "a call is not offered")
@State
public class FloorStress {

    private static final long LONGEST = 5_000;
    private static final long LONG = 2_000;
    private static final long FLOOR = 1_000;

    static {
        SlowRing.open();
        Counts others = new Counts();
        while (others.strata().takeLost(Strata.of(LONGEST)) == 0) {
            others.record(LONGEST);
            others.strata().looked();
        }
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

    /** Sets the floor. */
    @Actor
    public void setter() {
        counts.offerAbove(FLOOR);
    }

    /**
     * Records a call above it.
     *
     * @param result how many were offered
     */
    @Arbiter
    public void slow(J_Result result) {
        counts.record(LONG);
        result.r1 =
                counts.strata().takeLost(Strata.of(LONGEST)) + counts.strata().takeLost(Strata.of(LONG));
    }
}
