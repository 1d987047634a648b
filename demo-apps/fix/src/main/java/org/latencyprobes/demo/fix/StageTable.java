package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.demo.common.Distribution;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.fix.engine.Stage;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.report.Grid;

/**
 * Where the time of a round trip goes inside an engine, as the agent's probes saw it. Means may be added, percentiles may not; so the
 * means of the stages that hold no other stage are added, and what is left of the mean round trip has no probe.
 */
final class StageTable {

    private final Figures figures;
    private final double messages;

    StageTable(Figures figures) {
        this.figures = figures;
        this.messages = figures.sum(RunFigures::count);
    }

    /** The name of a stage's probe: in one JVM both sides share it. */
    static String probe(Stage stage) {
        return stage.name();
    }

    /**
     * A row of the table: one stage, of one side or where both are in one JVM of both.
     *
     * @param perMessage calls expected for each message
     */
    private record Row(String stage, String sides, boolean inclusive, double perMessage, Distribution calls) {

        double callsPerMessage(double messages) {
            return calls.count() / messages;
        }

        double microsPerMessage(double messages) {
            return calls.isEmpty() ? 0 : calls.histogram().getMean() / 1_000 * callsPerMessage(messages);
        }
    }

    Grid grid() {
        Grid grid = new Grid(
                3,
                List.of(
                        String.format(
                                Locale.ROOT,
                                "%s, %,d/s, agent",
                                figures.slot().engine().title(),
                                figures.slot().rate()),
                        "side",
                        "kind",
                        "calls",
                        "a message",
                        "expected",
                        "p50, µs",
                        "p99, µs",
                        "mean, µs",
                        "mean a message, µs"));
        double lagMicros = figures.median(run -> run.lag().meanNanos()) / 1_000;
        grid.add(plain("schedule lag (before the send)", lagMicros));
        for (Row row : rows()) {
            grid.add(cells(row));
        }
        double roundTripMicros = figures.median(run -> run.roundTrip().meanNanos()) / 1_000;
        double added = addedMicros();
        grid.add(plain("exclusive stages, added", added));
        grid.add(plain("the rest: network, queues, wake-ups, engine without a probe", roundTripMicros - added));
        grid.add(plain("round trip from the actual send", roundTripMicros));
        return grid;
    }

    /** Probed calls on the way of one message. */
    double probesPerMessage() {
        return rows().stream().mapToDouble(row -> row.callsPerMessage(messages)).sum();
    }

    private double addedMicros() {
        return rows().stream()
                .filter(row -> !row.inclusive())
                .mapToDouble(row -> row.microsPerMessage(messages))
                .sum();
    }

    private List<String> cells(Row row) {
        return List.of(
                row.stage(),
                row.sides(),
                row.inclusive() ? "inclusive" : "exclusive",
                Cells.whole(row.calls().count()),
                Cells.percent(row.callsPerMessage(messages)),
                Cells.percent(row.perMessage()),
                Cells.micros(row.calls().nanos(Level.P50) / 1_000),
                Cells.micros(row.calls().nanos(Level.P99) / 1_000),
                Cells.micros(row.calls().isEmpty() ? 0 : row.calls().histogram().getMean() / 1_000),
                Cells.micros(row.microsPerMessage(messages)));
    }

    private static List<String> plain(String label, double micros) {
        List<String> cells = new ArrayList<>(List.of(label, "", ""));
        for (int i = 0; i < 6; i++) {
            cells.add("");
        }
        cells.add(micros < 0 ? "-" + Cells.micros(-micros) : Cells.micros(micros));
        return cells;
    }

    private List<Row> rows() {
        boolean bySide = figures.slot().load().sides().twoJvms();
        Map<String, List<Stage>> stages = figures.slot().engine().stages().stream()
                .collect(Collectors.groupingBy(
                        stage -> bySide ? stage.side() + " " + probe(stage) : probe(stage),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<Row> rows = new ArrayList<>();
        stages.forEach((probe, parts) -> rows.add(new Row(
                parts.get(0).name(),
                parts.stream().map(Stage::side).distinct().collect(Collectors.joining(" + ")),
                parts.get(0).inclusive(),
                parts.stream().mapToDouble(Stage::perMessage).sum(),
                calls(probe))));
        return rows;
    }

    private Distribution calls(String probe) {
        return figures.compared().stream()
                .map(run -> run.stages().getOrDefault(probe, Distribution.none()))
                .reduce(Distribution.none(), Distribution::plus);
    }
}
