package org.latencyprobes.cli.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The time of one probe's slow calls by cause, on both sides. It is no part of a percentile's difference, and has no interval.
 *
 * @param probe its name with tags
 * @param before the side to compare with
 * @param after the side that is compared
 */
record CauseComparison(String probe, OfSide before, OfSide after) {

    /** Causes are shown that have this share of the time on one side or on both. */
    private static final double LEAST_SHARE = 0.01;

    private static final double UNEVEN = 2;
    private static final int FEW = 20;

    /**
     * One side.
     *
     * @param times summed over its runs; null where none are recorded
     * @param calls the timed calls of the probe in all runs
     */
    record OfSide(CauseTimes times, long calls) {

        static OfSide of(Side side, String probe) {
            return new OfSide(side.causes(probe), side.calls(probe) - side.untimed(probe));
        }

        boolean isRecorded() {
            return times != null;
        }

        /** The time of a cause, in µs per 1,000 calls, which are as many as ns per call. */
        double micros(String cause) {
            return isRecorded() ? perCall(times.of(cause).nanos()) : 0;
        }

        /** The time of all causes, in the same unit. */
        double micros() {
            return isRecorded() ? perCall(times.nanos()) : 0;
        }

        private double perCall(double nanos) {
            return calls == 0 ? 0 : nanos / calls;
        }

        private boolean isKept() {
            return isRecorded() && times.leastKept() > 0;
        }

        private double keptShare() {
            return isKept() && calls > 0 ? (double) times.leastKept() / calls : 0;
        }
    }

    /** The probes of a comparison of which there were slow calls on one side or on both. */
    static List<CauseComparison> all(Comparison comparison) {
        return comparison.probes().stream()
                .map(probe -> new CauseComparison(
                        probe, OfSide.of(comparison.before(), probe), OfSide.of(comparison.after(), probe)))
                .filter(each -> each.before.isKept() || each.after.isKept())
                .toList();
    }

    /** Whether so few calls may have been looked at on both sides that their times say nothing of others. */
    boolean areFew() {
        return Stream.of(before, after).noneMatch(side -> side.isKept() && side.times.leastLookedAt() >= FEW);
    }

    /** Whether one side kept far more of its calls than the other, if both kept any: the thresholds of their JVMs may differ. */
    boolean isUneven() {
        double less = Math.min(before.keptShare(), after.keptShare());
        return !areFew() && less > 0 && Math.max(before.keptShare(), after.keptShare()) > UNEVEN * less;
    }

    /** All causes, those that changed most first. */
    List<String> causes() {
        Set<String> all = new TreeSet<>();
        for (OfSide side : List.of(before, after)) {
            if (side.isRecorded()) {
                all.addAll(side.times.causes());
            }
        }
        List<String> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingDouble(cause -> -Math.abs(after.micros(cause) - before.micros(cause))));
        return sorted;
    }

    /** The same without the small ones. */
    List<String> mainCauses() {
        return causes().stream()
                .filter(cause -> Stream.of(before, after)
                        .anyMatch(side -> side.micros(cause) > 0 && side.micros(cause) >= LEAST_SHARE * side.micros()))
                .toList();
    }
}
