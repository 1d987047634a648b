package org.latencyprobes.demo.fix.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.analysis.picture.WaterfallPicture;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.common.figures.Medians;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.TableCells;
import org.latencyprobes.demo.fix.engine.Stage;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.internal.report.Grid;

/**
 * A table of where the time of a round trip goes inside an engine, by the agent's probes. Means can be added, percentiles can't. So the
 * table adds what each stage takes by itself, without the stages inside it; no probe covers the rest of the mean round trip. If stages run
 * on parallel threads, their time is CPU time of the engine rather than waiting time of the message.
 */
public final class StageTable {

    private static final String REST = "the rest: network, its wake-ups, what has no probe; less what overlapped";

    private final JvmFigures figures;
    private final List<StageRow> rows;
    private final double messages;

    StageTable(JvmFigures figures) {
        this.figures = figures;
        this.rows = rows();
        this.messages = figures.sum(RunFigures::count);
    }

    /** A row of the table: one stage of one side, or of both sides if they are in one JVM. */
    private record StageRow(List<Stage> parts, Distribution calls) {

        String name() {
            return parts.get(0).name();
        }

        String sides() {
            return parts.stream().map(Stage::side).distinct().collect(Collectors.joining(" + "));
        }

        double callsPerMessage(double messages) {
            return calls.count() / messages;
        }

        double microsPerMessage(double messages) {
            return calls.isEmpty() ? 0 : calls.histogram().getMean() / 1_000 * callsPerMessage(messages);
        }

        boolean holds(Stage part) {
            return part.within().equals(name())
                    && parts.stream().anyMatch(own -> own.side().equals(part.side()));
        }
    }

    /**
     * The table.
     *
     * @param tcp the JVMs of TCP alone at the same rate, which waits as the engine does
     */
    Grid grid(List<JvmFigures> tcp) {
        Grid grid = new Grid(
                3,
                List.of(
                        String.format(
                                Locale.ROOT,
                                "%s, %,d/s, agent",
                                figures.spec().cell().engine().title(),
                                figures.spec().cell().rate()),
                        "side",
                        "kind",
                        "calls",
                        "a message",
                        "expected",
                        "p50, µs",
                        "p99, µs",
                        "mean, µs",
                        "mean a message, µs",
                        "by itself, µs"));
        grid.add(plain("schedule lag (before the send)", figures.meanMicros(RunFigures::lag)));
        rows.forEach(row -> grid.add(cells(row)));
        grid.add(plain("stages by themselves, added", roundTripMicros() - restMicros()));
        grid.add(plain(REST, restMicros()));
        grid.add(plain("round trip from the actual send", roundTripMicros()));
        if (!tcp.isEmpty()) {
            grid.add(plain(
                    "for comparison, " + tcp.get(0).spec().cell().engine().title() + ": network and two wake-ups",
                    Medians.of(tcp.stream()
                            .map(echo -> echo.meanMicros(RunFigures::roundTrip))
                            .toList())));
        }
        return grid;
    }

    /** A sentence on the stages that the picture leaves out, or nothing. */
    String sentenceOnUnknown() {
        String names = rows.stream()
                .filter(row -> Double.isNaN(byItself(row)))
                .map(StageRow::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " Without a figure by itself, and so in the rest: " + names + ".";
    }

    /** The stages of which the time by itself is known, and then the rest, as a picture. */
    WaterfallPicture picture() {
        WaterfallPicture picture = new WaterfallPicture(
                figures.spec().cell().engine().title() + ": a mean round trip in its stages", "time since the start");
        for (StageRow row : rows) {
            double micros = byItself(row);
            if (!Double.isNaN(micros)) {
                picture.stage(row.name(), 1_000 * micros);
            }
        }
        return picture.stage("the rest", 1_000 * restMicros());
    }

    private double roundTripMicros() {
        return figures.meanMicros(RunFigures::roundTrip);
    }

    private double restMicros() {
        return roundTripMicros()
                - rows.stream()
                        .mapToDouble(this::byItself)
                        .filter(micros -> !Double.isNaN(micros))
                        .sum();
    }

    /** The time of a stage less the stages inside it; NaN if one of them is inside it on one side only, and both sides share its probe. */
    private double byItself(StageRow row) {
        double micros = row.microsPerMessage(messages);
        for (StageRow other : rows) {
            if (other.parts().stream().allMatch(row::holds)) {
                micros -= other.microsPerMessage(messages);
            } else if (other.parts().stream().anyMatch(row::holds)) {
                return Double.NaN;
            }
        }
        return micros;
    }

    private List<String> cells(StageRow row) {
        boolean inclusive =
                rows.stream().flatMap(other -> other.parts().stream()).anyMatch(row::holds);
        return List.of(
                row.name(),
                row.sides(),
                inclusive ? "inclusive" : "exclusive",
                TableCells.whole(row.calls().count()),
                TableCells.percent(row.callsPerMessage(messages)),
                TableCells.percent(row.parts().size()),
                TableCells.micros(row.calls().nanos(Level.P50) / 1_000),
                TableCells.micros(row.calls().nanos(Level.P99) / 1_000),
                TableCells.micros(
                        row.calls().isEmpty() ? 0 : row.calls().histogram().getMean() / 1_000),
                TableCells.micros(row.microsPerMessage(messages)),
                TableCells.micros(byItself(row)));
    }

    private static List<String> plain(String label, double micros) {
        return List.of(label, "", "", "", "", "", "", "", "", "", TableCells.micros(micros));
    }

    /** The rows of both sides, which share their probes. */
    private List<StageRow> rows() {
        Map<String, List<Stage>> stages = figures.spec().cell().engine().stages().stream()
                .collect(Collectors.groupingBy(Stage::name, LinkedHashMap::new, Collectors.toList()));
        return stages.entrySet().stream()
                .map(named -> new StageRow(named.getValue(), calls(named.getKey())))
                .toList();
    }

    private Distribution calls(String probe) {
        return figures.runs().stream()
                .map(run -> run.usage().stages().getOrDefault(probe, Distribution.none()))
                .reduce(Distribution.none(), Distribution::plus);
    }
}
