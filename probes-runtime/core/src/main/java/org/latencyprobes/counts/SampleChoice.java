package org.latencyprobes.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The choice by chance of the calls that are timed where not all are.
 *
 * <p>Each call is chosen or not whatever came before it, so that no period of the load fools it. Chance comes from a linear congruential
 * generator of 64 bits, with the multiplier of Knuth's MMIX, of which the upper 32 bits are used. It has a state for each lane (see {@link
 * Lanes}), on a cache line of its own. States are read and written without ordering: two threads in a lane may draw the same number, which
 * is as random for either. Wait-free; allocates nothing and throws nothing.
 */
public final class SampleChoice {

    /** The threshold at which every call is chosen. */
    public static final long ALWAYS = 1L << 32;

    private static final long MULTIPLIER = 6364136223846793005L;
    private static final long INCREMENT = 1442695040888963407L;
    private static final int STRIDE = 16;
    private static final long[] STATES = seeds();
    private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(long[].class);

    private SampleChoice() {}

    private static long[] seeds() {
        long[] seeds = new long[STRIDE * (Lanes.COUNT + OwnedLanes.COUNT + 1)];
        for (int at = 0; at < seeds.length; at++) {
            seeds[at] = ThreadLocalRandom.current().nextLong();
        }
        return seeds;
    }

    /**
     * The threshold at which one call of so many is chosen, on average.
     *
     * @param calls 1 or more
     * @return a threshold for {@link #isChosen}, off by less than one part in 60,000 up to 65,536 calls
     */
    public static long thresholdOf(int calls) {
        return (ALWAYS + calls / 2) / calls;
    }

    /**
     * Chooses a call, or not. Thread-safe.
     *
     * @param threshold the probability times 2<sup>32</sup>
     * @return whether it is to be timed
     */
    public static boolean isChosen(long threshold) {
        int at = STRIDE * (Lanes.numberOfCaller() + 1);
        long state = next((long) STATE.getOpaque(STATES, at));
        STATE.setOpaque(STATES, at, state);
        return isBelow(state, threshold);
    }

    /** The state after this one. */
    static long next(long state) {
        return state * MULTIPLIER + INCREMENT;
    }

    /** What a state chooses. */
    static boolean isBelow(long state, long threshold) {
        return state >>> 32 < threshold;
    }
}
