package org.latencyprobes.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A stress test in which two threads claim one stripe, add plainly to its counter while they own it, and release it. The results are how many
 * samples the owners recorded and how many are missing.
 */
@JCStressTest
@Outcome(id = "[246], 0", expect = ACCEPTABLE, desc = "one owned it, or both, one after the other")
@Outcome(expect = FORBIDDEN, desc = "both owned it at once, or the second did not see what the first had counted")
@State
public class HandOverStress {

    private static final int CLAIMS = 3;

    private final Object stripe = OwnStripes.stripe();
    private final long[] counter = new long[1];
    private int recorded;
    private int otherRecorded;

    /** Claims, records two samples and releases; tries a few times. */
    @Actor
    public void recorder() {
        recorded = record();
    }

    /** The same. */
    @Actor
    public void otherRecorder() {
        otherRecorded = record();
    }

    private int record() {
        for (int i = 0; i < CLAIMS; i++) {
            if (OwnStripes.claim(stripe)) {
                OwnStripes.increment(counter);
                OwnStripes.increment(counter);
                OwnStripes.release(stripe);
                return 2;
            }
        }
        return 0;
    }

    /**
     * The count.
     *
     * @param result what was recorded, and how much of it is missing
     */
    @Arbiter
    public void count(JJ_Result result) {
        result.r1 = recorded + otherRecorded;
        result.r2 = result.r1 - counter[0];
    }
}
