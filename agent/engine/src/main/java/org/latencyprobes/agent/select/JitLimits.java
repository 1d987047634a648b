package org.latencyprobes.agent.select;

import java.util.function.IntSupplier;

/**
 * The limits that HotSpot's JIT sets to a method's size, by the defaults of its options {@code MaxInlineSize}, {@code FreqInlineSize} and
 * {@code HugeMethodLimit}.
 */
final class JitLimits {

    private static final int[] LIMIT_BYTES = {35, 325, 8000};
    private static final String[] BEYOND = {
        "is inlined only where it is called often",
        "is not inlined any more",
        "is not compiled any more (unless -XX:-DontCompileHugeMethods)"
    };

    /** Each byte becomes four at most, where all local variables need wide instructions, and some more come before and behind. */
    private static final int SHORT_ENOUGH_BYTES = 1_900;

    private static final int LAST = LIMIT_BYTES.length - 1;

    /** Why a method is no probe that only weaving would push over the limit for compilation. */
    static final String REFUSAL = "woven, it would be over " + LIMIT_BYTES[LAST]
            + " bytes, and HotSpot would not compile it any more: name its class and method to probe it all the same";

    private JitLimits() {}

    /** Whether it is weaving that keeps a method from being compiled; the woven size is asked for only where it can be. */
    static boolean preventsCompilation(int bytes, IntSupplier wovenBytes) {
        return bytes <= LIMIT_BYTES[LAST] && bytes > SHORT_ENOUGH_BYTES && wovenBytes.getAsInt() > LIMIT_BYTES[LAST];
    }

    /** Whether it is weaving that keeps a method that is called often from being inlined. */
    static boolean preventsInlining(int bytes, int wovenBytes) {
        return bytes <= LIMIT_BYTES[1] && wovenBytes > LIMIT_BYTES[1];
    }

    /** What weaving made worse; empty if nothing. */
    static String remark(int bytes, int wovenBytes) {
        for (int i = LAST; i >= 0; i--) {
            if (bytes <= LIMIT_BYTES[i] && wovenBytes > LIMIT_BYTES[i]) {
                return "woven, it is over " + LIMIT_BYTES[i] + " bytes and " + BEYOND[i];
            }
        }
        return "";
    }
}
