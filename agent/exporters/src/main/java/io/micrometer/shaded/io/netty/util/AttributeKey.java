package io.micrometer.shaded.io.netty.util;

/**
 * A stand-in for a class of the network library that the StatsD registry brings along. The registry makes one when it is initialised,
 * and never uses it where somebody else sends its lines. The library itself is 4 MB and is left out of the agent's jar.
 *
 * @param <T> of no use
 */
public final class AttributeKey<T> {

    private AttributeKey() {}

    /**
     * Called by the registry's initialiser.
     *
     * @param name of no use
     * @param <T> of no use
     * @return something
     */
    public static <T> AttributeKey<T> valueOf(String name) {
        return new AttributeKey<>();
    }
}
