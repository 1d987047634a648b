package org.latencyprobes.cli.print;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.PercentileBounds;

/**
 * The rows of a table {@code report} for people. Several applications of a JVM may have a probe of the same name and tags; then the second row
 * of a key is shown as {@code name #2}. Stateless.
 */
public final class ReportFigures {

    private ReportFigures() {}

    /**
     * The figures of rows.
     *
     * @param rows of one table, all those of a probe or none
     * @return as many, in their order, with names that differ and have nothing invisible
     */
    public static List<Figures> of(List<ReportRow> rows) {
        List<Integer> copies = copies(rows);
        List<Figures> figures = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            figures.add(named(of(rows.get(i)), copies.get(i)));
        }
        return figures;
    }

    /**
     * The figures of a row.
     *
     * @param row of a probe, or of a jitter sampler
     * @return with its names as they are
     */
    public static Figures of(ReportRow row) {
        return new Figures(
                row.probe(),
                Texts.label(row.tags()),
                row.outcome(),
                row.isJitter(),
                row.count(),
                row.timedCalls(),
                row.perSecond(),
                row.totalus(),
                List.of(row.p50us(), row.p90us(), row.p99us(), row.p999us(), row.p9999us()),
                row.timed() == null
                        ? List.of()
                        : Arrays.asList(
                                bounds(row.p50lowus(), row.p50highus()),
                                bounds(row.p90lowus(), row.p90highus()),
                                bounds(row.p99lowus(), row.p99highus()),
                                bounds(row.p999lowus(), row.p999highus()),
                                bounds(row.p9999lowus(), row.p9999highus())),
                !Boolean.FALSE.equals(row.uniform()),
                row.maxus());
    }

    private static PercentileBounds bounds(double lowMicros, double highMicros) {
        return Double.isNaN(lowMicros) ? null : new PercentileBounds(lowMicros, highMicros);
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
                row.maxMicros());
    }

    /**
     * How many rows of the same probe, tags, outcome and kind stand before each row.
     *
     * @param rows as in {@link #of}
     * @return as many, from 0
     */
    public static List<Integer> copies(List<ReportRow> rows) {
        Map<List<Object>, Integer> seen = new HashMap<>();
        List<Integer> copies = new ArrayList<>();
        for (ReportRow row : rows) {
            List<Object> key = List.of(row.probe(), row.tags(), row.outcome(), row.kind());
            copies.add(seen.merge(key, 1, Integer::sum) - 1);
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
    public static List<String> remarks(List<ReportRow> rows) {
        return copies(rows).contains(1)
                ? List.of("#2 and so on: a probe of the same name and tags in another application of the JVM")
                : List.of();
    }
}
