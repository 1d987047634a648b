package org.latencyprobes.cli.print;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.command.ReportTable;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.report.Figures;

/**
 * The rows of a table {@code report} for people. Several applications of a JVM may have a probe of the same name and tags; then the second row
 * of a key is shown as {@code name #2}. Stateless.
 */
public final class ReportFigures {

    /** Probe, tags, outcome and kind. */
    private static final int KEY = 4;

    private ReportFigures() {}

    /**
     * The figures of rows.
     *
     * @param rows of one table, all those of a probe or none
     * @return as many, in their order, with names that differ and have nothing invisible
     */
    public static List<Figures> of(List<List<String>> rows) {
        List<Integer> copies = copies(rows);
        List<Figures> figures = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            figures.add(named(ReportTable.figures(rows.get(i)), copies.get(i)));
        }
        return figures;
    }

    private static Figures named(Figures row, int copy) {
        return new Figures(
                VisibleText.of(row.name()),
                label(VisibleText.of(row.tags()), copy),
                VisibleText.of(row.outcome()),
                row.isJitter(),
                row.count(),
                row.timed(),
                row.perSecond(),
                row.totalMicros(),
                row.micros(),
                row.bounds(),
                row.isUniform(),
                row.worstMicros());
    }

    /**
     * How many rows of the same probe, tags, outcome and kind stand before each row.
     *
     * @param rows as in {@link #of}
     * @return as many, from 0
     */
    public static List<Integer> copies(List<List<String>> rows) {
        Map<List<String>, Integer> seen = new HashMap<>();
        List<Integer> copies = new ArrayList<>();
        for (List<String> row : rows) {
            List<String> key = row.subList(0, KEY);
            int copy = seen.getOrDefault(key, 0);
            seen.put(key, copy + 1);
            copies.add(copy);
        }
        return copies;
    }

    /**
     * A label that differs from that of another copy.
     *
     * @param label of a probe, or the end of one
     * @param copy from 0
     * @return the label itself for 0
     */
    public static String label(String label, int copy) {
        return copy == 0 ? label : label + " #" + (copy + 1);
    }

    /**
     * What a reader should know of the names.
     *
     * @param rows as in {@link #of}
     * @return a sentence where there are copies, else none
     */
    public static List<String> remarks(List<List<String>> rows) {
        return copies(rows).contains(1)
                ? List.of("#2 and so on: a probe of the same name and tags in another application of the JVM")
                : List.of();
    }
}
