package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.latencyprobes.internal.counts.Counts;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JZ_Result;

/** A stress test in which two threads fill a small counter and go on in a large one, while one of them reads. */
@JCStressTest
@Outcome(id = "129, true", expect = ACCEPTABLE, desc = "all counted, and the sum only grew")
@Outcome(expect = FORBIDDEN, desc = "lost, counted twice, or gone for a moment")
@State
public class SmallCountersStress {

    private static final long NANOS = 1_000_000;
    private static final int NEARLY_FULL = Byte.MAX_VALUE - 2;

    private final Counts counts = OneStripe.counts();

    /** Begins with a counter that is nearly full. */
    public SmallCountersStress() {
        for (int i = 0; i < NEARLY_FULL; i++) {
            counts.record(NANOS);
        }
    }

    /** Records twice. */
    @Actor
    public void recorder() {
        OneStripe.meet();
        counts.record(NANOS);
        counts.record(NANOS);
    }

    /**
     * Records twice, and reads before and after.
     *
     * @param result whether its own two came to what was there
     */
    @Actor
    public void otherRecorder(JZ_Result result) {
        OneStripe.meet();
        long before = OneStripe.countOf(counts.snapshot(), NANOS);
        counts.record(NANOS);
        counts.record(NANOS);
        result.r2 = OneStripe.countOf(counts.snapshot(), NANOS) >= before + 2;
    }

    /**
     * The count.
     *
     * @param result of all
     */
    @Arbiter
    public void count(JZ_Result result) {
        result.r1 = OneStripe.countOf(counts.snapshot(), NANOS);
    }
}
