package org.latencyprobes.agent.clock;

import java.math.BigInteger;

/**
 * The length of a counter's ticks, as a factor that turns them into ns by one multiplication.
 *
 * <p>The factor is 2^62 · 1e9 / frequency. The high half of its product with four times the ticks are the ns. Half as large a factor
 * would lose the precision of a bit, twice as large a one would not fit in 64 bits for 2 GHz and less. Stateless.
 */
final class TickLength {

    /** One tick each ns. What is slower does not fit, and is of no use. */
    static final long LOWEST_FREQUENCY = 1_000_000_000;

    private static final int FACTOR_BITS = 62;

    private TickLength() {}

    /**
     * The factor for a frequency, rounded up: whole ns stay whole.
     *
     * @param frequency ticks in a second
     * @throws IllegalArgumentException if it is too low
     */
    static long factor(long frequency) {
        if (frequency < LOWEST_FREQUENCY) {
            throw new IllegalArgumentException("frequency " + frequency);
        }
        return BigInteger.valueOf(LOWEST_FREQUENCY)
                .shiftLeft(FACTOR_BITS)
                .add(BigInteger.valueOf(frequency - 1))
                .divide(BigInteger.valueOf(frequency))
                .longValueExact();
    }

    /** Ticks in ns, rounded down; they may be negative. Right up to 2^61 ticks, which are 14 years at 5 GHz. */
    static long nanos(long ticks, long factor) {
        return Math.multiplyHigh(ticks << 2, factor);
    }
}
