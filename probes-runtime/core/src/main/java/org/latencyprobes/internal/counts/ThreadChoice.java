package org.latencyprobes.internal.counts;

/**
 * The choice of one thread's calls, where not all are timed, and what stands for the start of those that are not. A part of {@link OpenCalls},
 * and for the thread that owns the stripe alone. Wait-free; allocates nothing and throws nothing.
 */
public abstract sealed class ThreadChoice permits OpenCalls {

    /**
     * What stands for the start of a call that is not timed, where the thread's stripe is not known: no reading of any clock, and not what another
     * copy of the runtime has.
     */
    public static final long NOT_TIMED = Long.MIN_VALUE + 1 + (System.nanoTime() & (1L << 48) - 1);

    /** What is left of the distance to the next chosen call. */
    private long untilChosen;

    private long chance = SampleChoice.seed();
    private final long notTimed;

    /** Of the thread that owns this stripe. */
    ThreadChoice(int stripe) {
        notTimed = NOT_TIMED + 1 + Stripes.placeOf(stripe);
        drawDistance();
    }

    /**
     * Chooses a call that begins, or not.
     *
     * @param choice of the call's probe
     * @return whether it is to be timed
     */
    public final boolean isChosen(SampleChoice choice) {
        long left = untilChosen - choice.step();
        if (left >= 0) {
            untilChosen = left;
            return false;
        }
        drawDistance();
        return true;
    }

    /** Changes with each call that is chosen or not. Any thread may ask. */
    final long untilChosen() {
        return untilChosen;
    }

    private void drawDistance() {
        long present = chance; // the next is not waited for
        chance = SampleChoice.next(present);
        untilChosen = SampleChoice.distance(present);
    }

    /**
     * What stands for the start of a call of this thread that is not timed: {@link #NOT_TIMED}, 1, and the place of the thread's counter among
     * those of {@link UntimedCalls}. So the end of the call need not look for the stripe.
     *
     * @return the same each time
     */
    public final long notTimed() {
        return notTimed;
    }

    /**
     * Whether a call is not timed.
     *
     * @param start what its begin gave: a start, or what stands for one
     * @return true for {@link #NOT_TIMED} and for any thread's {@link #notTimed}
     */
    public static boolean isNotTimed(long start) {
        return Long.compareUnsigned(start - NOT_TIMED, UntimedCalls.LENGTH) <= 0;
    }
}
