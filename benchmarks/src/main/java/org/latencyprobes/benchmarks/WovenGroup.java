package org.latencyprobes.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One row of the table of whole probes: the variants of one method under the same conditions, measured right after one another.
 *
 * <p>Not thread-safe.
 */
final class WovenGroup {

    /** The methods of {@link WovenBenchmark}. */
    enum Work {
        GETTER("getter", "getter"),
        SHORT("short", "50 ns"),
        LONG("long", "5 µs");

        private final String prefix;
        private final String title;

        Work(String prefix, String title) {
            this.prefix = prefix;
            this.title = title;
        }
    }

    /** What is around the method. */
    enum Variant {
        BARE("Bare"),
        AGAIN("BareAgain"),
        FLOOR("Floor"),
        ON("Probed"),
        OFF("Probed");

        private final String suffix;

        Variant(String suffix) {
            this.suffix = suffix;
        }
    }

    private final Work work;
    private final int threads;
    private final boolean virtual;
    private final List<Variant> variants;
    private final Map<Variant, Series> nanos = new EnumMap<>(Variant.class);
    private final Map<Variant, Series> bytes = new EnumMap<>(Variant.class);

    WovenGroup(Work work, int threads, boolean virtual, List<Variant> variants) {
        this.work = work;
        this.threads = threads;
        this.virtual = virtual;
        this.variants = List.copyOf(variants);
    }

    /** In an order that begins with another variant in each round. */
    List<Variant> variants(int round) {
        List<Variant> rotated = new ArrayList<>(variants);
        Collections.rotate(rotated, -round);
        return rotated;
    }

    String methodOf(Variant variant) {
        return work.prefix + variant.suffix;
    }

    Work work() {
        return work;
    }

    String workTitle() {
        return work.title;
    }

    int threads() {
        return threads;
    }

    boolean isVirtual() {
        return virtual;
    }

    String title() {
        return work.title + ", " + threads + (virtual ? " virtual" : "") + (threads == 1 ? " thread" : " threads");
    }

    void add(Variant variant, Figures figures) {
        nanos.computeIfAbsent(variant, absent -> new Series()).add(figures.nanos());
        bytes.computeIfAbsent(variant, absent -> new Series()).add(figures.bytes());
    }

    Series nanos(Variant variant) {
        return nanos.getOrDefault(variant, new Series());
    }

    /** What a variant adds to the bare method, in ns, round by round. */
    Series added(Variant variant) {
        return difference(nanos, variant);
    }

    /** What a variant allocates beyond the bare method, in bytes per call, round by round. */
    Series addedBytes(Variant variant) {
        return difference(bytes, variant);
    }

    private static Series difference(Map<Variant, Series> figures, Variant variant) {
        Series difference = new Series();
        Series wanted = figures.getOrDefault(variant, new Series());
        for (int round = 0; round < wanted.size(); round++) {
            difference.add(wanted.get(round) - figures.get(Variant.BARE).get(round));
        }
        return difference;
    }

    /** What a variant adds, in parts of what the two clock readings add in the same round. */
    Series ratio(Variant variant) {
        Series ratio = new Series();
        Series added = added(variant);
        for (int round = 0; round < added.size(); round++) {
            ratio.add(added.get(round) / added(Variant.FLOOR).get(round));
        }
        return ratio;
    }

    /** By how much the ratio differs from 0 where it should be 0: the second bare class against the first, median of all rounds. */
    double noise() {
        Series noise = new Series();
        Series again = ratio(Variant.AGAIN);
        for (int round = 0; round < again.size(); round++) {
            noise.add(Math.abs(again.get(round)));
        }
        return noise.median();
    }
}
