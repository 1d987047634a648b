package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.latencyprobes.demo.common.Medians;
import org.latencyprobes.demo.fix.measure.Timing;
import org.latencyprobes.report.Grid;

/** The table of the Latency2 scenario: the time from before the send to the answer, beside the published configurations. */
final class Latency2Table {

    private static final Map<String, ToDoubleFunction<Timing>> ROWS = rows();

    private Latency2Table() {}

    private static Map<String, ToDoubleFunction<Timing>> rows() {
        Map<String, ToDoubleFunction<Timing>> rows = new LinkedHashMap<>();
        rows.put("min", timing -> histogram(timing).getMinValue());
        rows.put("max", timing -> timing.distribution().worstNanos());
        rows.put("average", Timing::meanNanos);
        rows.put("50 %", timing -> histogram(timing).getValueAtPercentile(50));
        rows.put("95 %", timing -> histogram(timing).getValueAtPercentile(95));
        rows.put("99 %", timing -> histogram(timing).getValueAtPercentile(99));
        return rows;
    }

    private static String heading(List<JvmFigures> measured) {
        return String.format(
                Locale.ROOT,
                "%,d round trips at %,d/s, µs",
                measured.get(0).spec().workload().runs().iterations(),
                Scenario.LATENCY2_RATE);
    }

    private static Histogram histogram(Timing timing) {
        return timing.distribution().histogram();
    }

    static Grid of(FixComparison comparison) {
        List<Cell> measured = comparison.schedule().cells().stream()
                .filter(cell -> cell.scenario() == Scenario.LATENCY2)
                .filter(cell -> !comparison.of(cell).isEmpty())
                .toList();
        List<String> headings = new ArrayList<>(List.of(heading(comparison.of(measured.get(0)))));
        measured.forEach(cell -> headings.add(cell.engine().title()));
        PublishedFixFigures.LATENCY2.keySet().forEach(name -> headings.add("published: " + name));
        Grid grid = new Grid(1, headings);
        int index = 0;
        for (Map.Entry<String, ToDoubleFunction<Timing>> row : ROWS.entrySet()) {
            List<String> cells = new ArrayList<>(List.of(row.getKey()));
            for (Cell cell : measured) {
                cells.add(TableCells.micros(Medians.of(comparison.of(cell).stream()
                                .map(figures -> row.getValue().applyAsDouble(figures.timing()))
                                .toList())
                        / 1_000));
            }
            for (List<Double> column : PublishedFixFigures.LATENCY2.values()) {
                cells.add(TableCells.micros(column.get(index)));
            }
            grid.add(cells);
            index++;
        }
        return grid;
    }
}
