package org.latencyprobes.agent.base;

/** A number with the noun that it counts. */
public final class Plural {

    private Plural() {}

    /**
     * A number of things.
     *
     * @param count how many there are
     * @param singular the noun for one of them
     * @param plural the noun for several of them
     * @return {@code 1 class}, {@code 2 classes}
     */
    public static String of(long count, String singular, String plural) {
        return count + " " + (count == 1 ? singular : plural);
    }
}
