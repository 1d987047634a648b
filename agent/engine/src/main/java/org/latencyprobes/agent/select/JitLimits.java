package org.latencyprobes.agent.select;

/**
 * What HotSpot's JIT makes of a method's size, by the defaults of its options {@code MaxInlineSize}, {@code FreqInlineSize} and {@code
 * HugeMethodLimit}.
 */
final class JitLimits {

    private static final int[] LIMIT_BYTES = {35, 325, 8000};
    private static final String[] BEYOND = {
        "is inlined only where it is called often",
        "is not inlined any more",
        "is not compiled any more (unless -XX:-DontCompileHugeMethods)"
    };

    private JitLimits() {}

    /** What weaving made worse; empty if nothing. */
    static String remark(int bytes, int wovenBytes) {
        for (int i = LIMIT_BYTES.length - 1; i >= 0; i--) {
            if (bytes <= LIMIT_BYTES[i] && wovenBytes > LIMIT_BYTES[i]) {
                return "woven, it is over " + LIMIT_BYTES[i] + " bytes and " + BEYOND[i];
            }
        }
        return "";
    }
}
