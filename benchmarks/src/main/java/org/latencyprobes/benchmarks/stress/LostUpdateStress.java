package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.latencyprobes.internal.counts.Counts;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A stress test in which two threads add to one counter. */
@JCStressTest
@Outcome(id = "5", expect = ACCEPTABLE, desc = "all counted")
@Outcome(expect = FORBIDDEN, desc = "lost or counted twice")
@State
public class LostUpdateStress {

    private static final long NANOS = 1_000;

    private final Counts counts = OneStripe.counts();

    /** Installs the counter. */
    public LostUpdateStress() {
        OneStripe.meet();
        counts.record(NANOS);
    }

    /** Records two samples. */
    @Actor
    public void recorder() {
        OneStripe.meet();
        counts.record(NANOS);
        counts.record(NANOS);
    }

    /** Records two more. */
    @Actor
    public void otherRecorder() {
        OneStripe.meet();
        counts.record(NANOS);
        counts.record(NANOS);
    }

    /**
     * The count.
     *
     * @param result that of both threads and the one before them
     */
    @Arbiter
    public void count(J_Result result) {
        result.r1 = OneStripe.countOf(counts.snapshot(), NANOS);
    }
}
