package org.latencyprobes.agent.base;

/**
 * A check that the calling thread has enough stack left for something that must not be cut short.
 *
 * <p>A class whose initialisation meets the end of the stack can never be used again, the JDK's own included. So better to meet it here,
 * where nothing has begun. Thread-safe.
 */
public final class StackSpace {

    private static final int FRAME_BYTES = 232; // of dig in the interpreter; compiled, about half

    private StackSpace() {}

    /**
     * Touches that much of the stack.
     *
     * @param bytes how much is needed, twice over
     * @throws StackOverflowError if it is not there
     */
    public static void require(int bytes) {
        dig(bytes / FRAME_BYTES, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    /** Parameters that are all handed on, so that a frame has a size. */
    private static long dig(int levels, long a, long b, long c, long d, long e, long f, long g, long h) {
        return levels == 0 ? a : dig(levels - 1, b, c, d, e, f, g, h, a) + 1;
    }
}
