package org.latencyprobes.agent.figures;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.DisturbanceSum;
import org.latencyprobes.agent.protocol.slow.SingleDisturbance;
import org.latencyprobes.explain.Disturbance;
import org.latencyprobes.explain.DisturbanceKind;

/** The table of when the JVM did not run steadily in some time, with a row for each kind behind one for all together. Stateless. */
public final class DisturbancesTable {

    private static final double MICROS_PER_SECOND = 1e6;

    private DisturbancesTable() {}

    /**
     * Adds the table.
     *
     * @param answer gets it; without rows where there was none
     * @param disturbances parts within the time, in any order
     * @param ofNanos the whole time, in ns
     * @return the answer
     */
    public static Answer add(Answer answer, List<Disturbance> disturbances, long ofNanos) {
        List<DisturbanceSum> sums = new ArrayList<>();
        if (!disturbances.isEmpty()) {
            sums.add(sum(DisturbanceSum.ALL, disturbances, ofNanos));
        }
        for (DisturbanceKind kind : DisturbanceKind.values()) {
            List<Disturbance> ofKind = disturbances.stream()
                    .filter(disturbance -> disturbance.kind() == kind)
                    .toList();
            if (!ofKind.isEmpty()) {
                sums.add(sum(kind.label(), ofKind, ofNanos));
            }
        }
        return answer.add(DisturbanceSum.TABLE, DisturbanceSum.class, sums);
    }

    private static DisturbanceSum sum(String kind, List<Disturbance> disturbances, long ofNanos) {
        return new DisturbanceSum(
                kind, disturbances.size(), coveredNanos(disturbances) / NANOS_PER_MICRO, ofNanos / NANOS_PER_MICRO);
    }

    /** The time that they cover together, each moment once. */
    static long coveredNanos(List<Disturbance> disturbances) {
        long baseNanos = disturbances.get(0).startNanos(); // nanoTime may wrap around
        List<Disturbance> sorted = new ArrayList<>(disturbances);
        sorted.sort((one, other) -> Long.compare(one.startNanos() - baseNanos, other.startNanos() - baseNanos));
        long covered = 0;
        long until = Long.MIN_VALUE;
        for (Disturbance disturbance : sorted) {
            long start = Math.max(until, disturbance.startNanos() - baseNanos);
            long end = disturbance.endNanos() - baseNanos;
            covered += Math.max(0, end - start);
            until = Math.max(until, end);
        }
        return covered;
    }

    /**
     * Adds the table of single ones.
     *
     * @param answer gets it
     * @param disturbances in any order
     * @return the answer
     */
    public static Answer addSingle(Answer answer, List<Disturbance> disturbances) {
        List<SingleDisturbance> rows = disturbances.stream()
                .map(each -> new SingleDisturbance(each.kind().label(), each.startNanos(), each.nanos()))
                .toList();
        return answer.add(SingleDisturbance.TABLE, SingleDisturbance.class, rows);
    }

    /**
     * The table for people.
     *
     * @param sums as {@link #add} made them
     * @return one line, not ended; none where the JVM ran steadily
     */
    public static List<String> lines(List<DisturbanceSum> sums) {
        if (sums.isEmpty()) {
            return List.of();
        }
        List<String> kinds = new ArrayList<>();
        for (DisturbanceSum sum : sums.subList(1, sums.size())) {
            kinds.add(sum.kind() + ' ' + seconds(sum.totalus()) + " s");
        }
        DisturbanceSum all = sums.get(0);
        return List.of("the JVM was disturbed for " + seconds(all.totalus()) + " of " + seconds(all.ofus()) + " s: "
                + String.join(", ", kinds));
    }

    private static String seconds(double micros) {
        return String.format(Locale.ROOT, "%,.1f", micros / MICROS_PER_SECOND);
    }

    /**
     * How many slow calls came in disturbances.
     *
     * @param disturbed number of these calls
     * @param all of how many
     * @param byKind how many of them in those of each kind
     * @return {@code 12 of 70 calls came while the JVM was compiling (9) or modes changed (3)}
     */
    public static String calls(long disturbed, long all, Map<String, Long> byKind) {
        List<String> kinds = byKind.entrySet().stream()
                .sorted(Comparator.comparingLong(each -> -each.getValue()))
                .map(each -> words(each.getKey()) + " (" + CausesText.number(each.getValue()) + ')')
                .toList();
        return CausesText.number(disturbed) + " of " + CausesText.number(all) + " calls came while "
                + String.join(" or ", kinds);
    }

    private static String words(String label) {
        DisturbanceKind kind = DisturbanceKind.labelled(label);
        return kind == null ? label : kind.words(); // null for one of a later version
    }
}
