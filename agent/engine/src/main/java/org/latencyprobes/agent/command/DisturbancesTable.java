package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.SingleDisturbance;
import org.latencyprobes.agent.disturbance.Disturbance;
import org.latencyprobes.agent.disturbance.DisturbanceKind;

/** The table of when the JVM did not run steadily in some time, with a row for each kind behind one for all together. Stateless. */
public final class DisturbancesTable {

    /** Name of the table in an answer. */
    public static final String TABLE = "disturbances";

    private static final String ALL = "all";
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
        answer.table(TABLE, text("kind"), number("count"), micros("totalus"), micros("ofus"));
        if (!disturbances.isEmpty()) {
            row(answer, ALL, disturbances, ofNanos);
        }
        for (DisturbanceKind kind : DisturbanceKind.values()) {
            List<Disturbance> ofKind = disturbances.stream()
                    .filter(disturbance -> disturbance.kind() == kind)
                    .toList();
            if (!ofKind.isEmpty()) {
                row(answer, kind.label(), ofKind, ofNanos);
            }
        }
        return answer;
    }

    private static void row(Answer answer, String kind, List<Disturbance> disturbances, long ofNanos) {
        answer.row(kind, disturbances.size(), Texts.micros(coveredNanos(disturbances)), Texts.micros(ofNanos));
    }

    /** The time that they cover together, each moment once. */
    static long coveredNanos(List<Disturbance> disturbances) {
        long baseNanos = disturbances.get(0).startNanos(); // nanoTime may wrap around
        List<Disturbance> sorted = disturbances.stream()
                .sorted(Comparator.comparingLong(disturbance -> disturbance.startNanos() - baseNanos))
                .toList();
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
     * @param rows as {@link #add} made them
     * @return one line, not ended; none where the JVM ran steadily
     */
    public static List<String> lines(List<List<String>> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        List<String> kinds = new ArrayList<>();
        for (List<String> row : rows.subList(1, rows.size())) {
            kinds.add(row.get(0) + ' ' + seconds(row.get(2)) + " s");
        }
        List<String> all = rows.get(0);
        return List.of("not steady for " + seconds(all.get(2)) + " of " + seconds(all.get(3)) + " s: "
                + String.join(", ", kinds));
    }

    private static String seconds(String micros) {
        return String.format(Locale.ROOT, "%,.1f", Double.parseDouble(micros) / MICROS_PER_SECOND);
    }

    /**
     * How many slow calls came in disturbances.
     *
     * @param disturbed number of these calls
     * @param all of how many
     * @param byKind such as {@code compilation=9;mode=3}
     * @return {@code 12 of 70 calls came while the JVM was compiling (9) or modes changed (3)}
     */
    public static String calls(String disturbed, String all, String byKind) {
        List<String> kinds = Arrays.stream(byKind.split(";"))
                .map(part -> part.split("=", 2))
                .sorted(Comparator.comparingLong((String[] part) -> -Long.parseLong(part[1])))
                .map(part -> words(part[0]) + " (" + CausesText.number(part[1]) + ')')
                .toList();
        return CausesText.number(disturbed) + " of " + CausesText.number(all) + " calls came while "
                + String.join(" or ", kinds);
    }

    private static String words(String label) {
        DisturbanceKind kind = DisturbanceKind.labelled(label);
        return kind == null ? label : kind.words(); // null for one of a later version
    }
}
