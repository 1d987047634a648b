package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The choice by chance of the calls that are timed where not all are.
 *
 * <p>Each call is chosen or not whatever came before it, so that no period of the load fools it. A thread that {@linkplain OpenCalls owns a
 * stripe} draws how far it is to its next chosen call, and each call goes a step of {@link #step} there. Distances are exponential, with a mean
 * of 1: so what is left of one is distributed like a new one, and each step comes to its end with the same chance. That holds for steps of any
 * lengths in any order. So one distance serves all probes of a thread, whatever share of their calls they time.
 *
 * <p>Threads without a stripe draw for each call. Chance comes from a linear congruential generator of 64 bits, with the multiplier of Knuth's
 * MMIX, of which the upper bits are used. Their states belong to the {@link Stripes} that they share, each on a cache line of its own. They are
 * read and written without ordering: two threads in a stripe may draw the same number, which is as random for either.
 *
 * <p>Immutable. A record, whose components the JIT takes for constants. Wait-free; allocates nothing and throws nothing.
 *
 * @param threshold the probability times 2<sup>32</sup>
 * @param step the distance that a call goes, times 2<sup>31</sup>, so that it is short in machine code
 * @param others how many calls that are not chosen a chosen one stands for
 */
public record SampleChoice(long threshold, long step, int others) {

    /** The choice of no call. */
    public static final SampleChoice NEVER = new SampleChoice(0, 0, 0);

    private static final long ALWAYS = 1L << 32;
    private static final int DISTANCE_BITS = 31;
    private static final double ONE = 1L << DISTANCE_BITS;

    private static final long MULTIPLIER = 6364136223846793005L;
    private static final long INCREMENT = 1442695040888963407L;
    private static final int STRIDE = 16;
    private static final long[] STATES = seeds();
    private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(long[].class);

    private static final long LOG_2 = fixed(Math.log(2));
    private static final int PIECE_BITS = 7;
    private static final int WITHIN_BITS = 24;

    /** The distances of numbers from a half to 1, where the pieces meet. Between these a straight line is off by less than 0.00001. */
    private static final long[] DISTANCES = distances();

    private static long[] seeds() {
        long[] seeds = new long[STRIDE * (Stripes.COUNT + 1)];
        for (int at = 0; at < seeds.length; at++) {
            seeds[at] = seed();
        }
        return seeds;
    }

    private static long[] distances() {
        int pieces = 1 << PIECE_BITS;
        long[] distances = new long[pieces + 1];
        for (int piece = 0; piece <= pieces; piece++) {
            distances[piece] = fixed(Math.log(2) - Math.log1p((double) piece / pieces));
        }
        return distances;
    }

    private static long fixed(double distance) {
        return Math.round(distance * ONE);
    }

    /** A state to begin with. */
    static long seed() {
        return ThreadLocalRandom.current().nextLong();
    }

    /**
     * The choice of one call of so many, on average.
     *
     * @param calls 1 or more
     * @return a choice that is off by less than one part in 60,000 up to 65,536 calls
     */
    public static SampleChoice oneIn(int calls) {
        double share = 1.0 / calls;
        return new SampleChoice(
                (ALWAYS + calls / 2) / calls, calls == 1 ? Long.MAX_VALUE : fixed(-Math.log1p(-share)), calls - 1);
    }

    /**
     * Chooses a call of the calling thread, or not. Thread-safe.
     *
     * @return whether it is to be timed
     */
    public boolean isChosen() {
        OpenCalls calls = OpenCalls.ofCurrentThread();
        return calls == null ? isChosenWithoutStripe() : calls.isChosen(this);
    }

    /**
     * The same for a thread that owns no stripe.
     *
     * @return whether the call is to be timed
     */
    public boolean isChosenWithoutStripe() {
        int at = STRIDE * (Stripes.stripeOf(Stripes.entryOf(Thread.currentThread())) + 1);
        long state = next((long) STATE.getOpaque(STATES, at));
        STATE.setOpaque(STATES, at, state);
        return isBelow(state, threshold);
    }

    /** The state after this one. */
    static long next(long state) {
        return state * MULTIPLIER + INCREMENT;
    }

    /** What a state chooses of a threshold. */
    static boolean isBelow(long state, long threshold) {
        return state >>> 32 < threshold;
    }

    /**
     * The distance to a chosen call that a state draws: the logarithm of a number from 0 to 1, with its sign changed. Zeros at the beginning
     * of the state are halvings of that number. The bits behind the first one say where it lies between two halvings.
     */
    static long distance(long state) {
        int halvings = Long.numberOfLeadingZeros(state);
        long behind = state << halvings << 1;
        int piece = (int) (behind >>> Long.SIZE - PIECE_BITS);
        long within = behind << PIECE_BITS >>> Long.SIZE - WITHIN_BITS;
        long upper = DISTANCES[piece];
        return halvings * LOG_2 + upper - ((upper - DISTANCES[piece + 1]) * within >> WITHIN_BITS);
    }
}
