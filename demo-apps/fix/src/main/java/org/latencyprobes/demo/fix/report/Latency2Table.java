package org.latencyprobes.demo.fix.report;

import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.PublishedFixFigures;
import org.latencyprobes.demo.fix.comparison.Scenario;
import org.latencyprobes.demo.fix.comparison.TableCells;
import org.latencyprobes.internal.report.Grid;

/** The table of the Latency2 scenario: the time from before the send to the answer, beside the published configurations. */
public final class Latency2Table {

    private final ColumnTable table;
    private int rows;

    private Latency2Table(FixComparison comparison) {
        table = new ColumnTable(
                comparison,
                String.format(Locale.ROOT, "round trips at %,d/s, µs", Scenario.LATENCY2_RATE),
                comparison.schedule().cells().stream().filter(cell -> cell.scenario() == Scenario.LATENCY2),
                cell -> cell.engine().title(),
                PublishedFixFigures.LATENCY2.keySet().stream()
                        .map(name -> "published: " + name)
                        .toList());
    }

    static Grid of(FixComparison comparison) {
        Latency2Table all = new Latency2Table(comparison);
        all.add("min", figures -> histogram(figures).getMinValue() / 1_000.0);
        all.add("max", figures -> figures.micros(Level.MAX));
        all.add("average", JvmFigures::meanMicros);
        all.add("50 %", figures -> figures.micros(Level.P50));
        all.add("95 %", figures -> histogram(figures).getValueAtPercentile(95) / 1_000.0);
        all.add("99 %", figures -> figures.micros(Level.P99));
        all.table.wholeRow(
                "messages in each",
                JvmFigures::count,
                PublishedFixFigures.LATENCY2.keySet().stream()
                        .map(name -> PublishedFixFigures.LATENCY2_MESSAGES)
                        .toArray(String[]::new));
        return all.table.grid();
    }

    private void add(String label, ToDoubleFunction<JvmFigures> micros) {
        table.microsRow(
                label,
                micros,
                PublishedFixFigures.LATENCY2.values().stream()
                        .map(column -> TableCells.micros(column.get(rows)))
                        .toArray(String[]::new));
        rows++;
    }

    private static Histogram histogram(JvmFigures figures) {
        return figures.timing().distribution().histogram();
    }
}
