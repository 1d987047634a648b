package org.latencyprobes.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A row of the table of whole probes: the variants of one method under the same conditions, measured right after one another.
 *
 * <p>Not thread-safe.
 */
final class WovenGroup {

    /** The methods of {@link WovenBenchmark}. */
    enum Method {
        GETTER("getter", "getter"),
        SHORT("short", "50 ns"),
        LONG("long", "5 µs");

        private final String prefix;
        private final String title;

        Method(String prefix, String title) {
            this.prefix = prefix;
            this.title = title;
        }
    }

    /** The variants of a method, by what is around it. */
    enum Variant {
        BARE("Bare"),
        AGAIN("BareAgain"),
        BASELINE("Baseline"),
        ON("Probed"),
        OFF("Probed");

        private final String suffix;

        Variant(String suffix) {
            this.suffix = suffix;
        }
    }

    private final Method method;
    private final int threads;
    private final boolean virtual;
    private final List<Variant> variants;
    private final Map<Variant, RoundValues> nanos = new EnumMap<>(Variant.class);
    private final Map<Variant, RoundValues> bytes = new EnumMap<>(Variant.class);

    WovenGroup(Method method, int threads, boolean virtual, List<Variant> variants) {
        this.method = method;
        this.threads = threads;
        this.virtual = virtual;
        this.variants = List.copyOf(variants);
    }

    /** The variants in an order that begins with another one in each round. */
    List<Variant> variants(int round) {
        List<Variant> rotated = new ArrayList<>(variants);
        Collections.rotate(rotated, -round);
        return rotated;
    }

    String methodOf(Variant variant) {
        return method.prefix + variant.suffix;
    }

    Method method() {
        return method;
    }

    String workTitle() {
        return method.title;
    }

    int threads() {
        return threads;
    }

    boolean isVirtual() {
        return virtual;
    }

    String title() {
        return method.title + ", " + threads + (virtual ? " virtual" : "") + (threads == 1 ? " thread" : " threads");
    }

    void add(Variant variant, ForkResult figures) {
        nanos.computeIfAbsent(variant, absent -> new RoundValues()).add(figures.nanos());
        bytes.computeIfAbsent(variant, absent -> new RoundValues()).add(figures.bytes());
    }

    RoundValues nanos(Variant variant) {
        return nanos.getOrDefault(variant, new RoundValues());
    }

    /** The time that a variant adds to the bare method, in ns, round by round. */
    RoundValues added(Variant variant) {
        return difference(nanos, variant);
    }

    /** The bytes per call that a variant allocates beyond the bare method, round by round. */
    RoundValues addedBytes(Variant variant) {
        return difference(bytes, variant);
    }

    private static RoundValues difference(Map<Variant, RoundValues> figures, Variant variant) {
        RoundValues difference = new RoundValues();
        RoundValues wanted = figures.getOrDefault(variant, new RoundValues());
        for (int round = 0; round < wanted.size(); round++) {
            difference.add(wanted.get(round) - figures.get(Variant.BARE).get(round));
        }
        return difference;
    }

    /** The time that a variant adds, divided by the time that the two clock readings add in the same round. */
    RoundValues ratio(Variant variant) {
        RoundValues ratio = new RoundValues();
        RoundValues added = added(variant);
        for (int round = 0; round < added.size(); round++) {
            ratio.add(added.get(round) / added(Variant.BASELINE).get(round));
        }
        return ratio;
    }

    /** The amount by which a ratio differs from 0 that should be 0: the second bare class against the first, median of all rounds. */
    double noise() {
        RoundValues noise = new RoundValues();
        RoundValues again = ratio(Variant.AGAIN);
        for (int round = 0; round < again.size(); round++) {
            noise.add(Math.abs(again.get(round)));
        }
        return noise.median();
    }
}
