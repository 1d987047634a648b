package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.link.NestingSums;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.probe.Kind;
import org.latencyprobes.report.Figures;
import org.latencyprobes.report.PercentileBounds;

/**
 * The table of what was recorded in some time, in µs, with a row for each probe and outcome. Scripts read it. For people, {@link Figures}
 * are made of it. For one thread.
 */
public final class ReportTable {

    /** Name of the table in an answer. */
    public static final String TABLE = "report";

    private static final String JITTER = Kind.JITTER.label();
    private static final String TIMED = "timed";
    private static final String UNIFORM = "uniform";
    private static final List<Column> COLUMNS = columns(
            text("probe"),
            text("tags"),
            text("outcome"),
            text("kind"),
            number("count"),
            new Column("perSecond", Column.Type.RATE),
            micros("totalus"),
            micros("meanus"),
            micros("p50us"),
            micros("p90us"),
            micros("p99us"),
            micros("p999us"),
            micros("p9999us"),
            micros("worstus"),
            new Column("startMillis", Column.Type.MOMENT),
            new Column("endMillis", Column.Type.MOMENT),
            number(TIMED));
    private static final int KIND = indexOf("kind");
    private static final int PERCENTILES = indexOf("p50us");
    private static final int WORST = indexOf("worstus");
    private static final int TIMED_AT = indexOf(TIMED);
    private static final int UNIFORM_AT = indexOf(UNIFORM);

    /** With those of confidence intervals behind: {@code p50lowus}, {@code p50highus} and so on. */
    private static List<Column> columns(Column... first) {
        List<Column> columns = new ArrayList<>(List.of(first));
        for (Column column : first) {
            if (column.type() == Column.Type.MICROS && column.name().startsWith("p")) {
                String name = column.name().substring(0, column.name().length() - "us".length());
                columns.add(micros(name + "lowus"));
                columns.add(micros(name + "highus"));
            }
        }
        columns.add(text(UNIFORM));
        return List.copyOf(columns);
    }

    private static int indexOf(String name) {
        int index = 0;
        while (!COLUMNS.get(index).name().equals(name)) {
            index++;
        }
        return index;
    }

    private record Row(Figures figures, Interval interval) {}

    private final Answer answer;
    private final boolean hasTimes;

    /**
     * Begins a table {@code report} of rows that are added one by one.
     *
     * @param answer gets the table
     * @param hasTimes whether rows differ in their time, which then stands before them
     */
    public ReportTable(Answer answer, boolean hasTimes) {
        this.answer = answer;
        this.hasTimes = hasTimes;
        List<Column> columns = new ArrayList<>(hasTimes ? List.of(text("start")) : List.of());
        columns.addAll(COLUMNS);
        answer.table(TABLE, columns.toArray(new Column[0]));
    }

    /**
     * Makes the table, with the stalls and what measuring costs below it.
     *
     * @param all what was recorded
     * @param costs measures
     * @param sinceOrNull since when it was recorded; null for the start
     * @param timeline of stalls, or null
     * @param causes of slow calls, or null where they are not asked for
     * @return an answer with tables {@code report}, the rows of a probe together, {@code stalls}, {@code causes} where they are asked for,
     *     {@code nesting} where probes have others inside, and {@code measuring}
     */
    public static Answer of(
            List<Interval> all,
            Costs.Measure costs,
            InPlaceCost.Mark sinceOrNull,
            StallTimeline timeline,
            CauseTotals causes) {
        Answer answer = new Answer();
        ReportTable table = new ReportTable(answer, false);
        StallsTable stalls = new StallsTable(timeline);
        CausesTable slow = new CausesTable(causes);
        List<Interval> intervals = all.stream()
                .filter(interval -> !stalls.add(interval) && !slow.add(interval))
                .toList();
        intervals.stream()
                .map(interval -> new Row(Figures.of(interval), interval))
                .sorted(Comparator.comparing(Row::figures, Figures.byName()))
                .forEach(row -> table.add(row.figures(), row.interval()));
        long startMillis =
                intervals.stream().mapToLong(Interval::startMillis).min().orElse(0);
        long endMillis = intervals.stream().mapToLong(Interval::endMillis).max().orElse(0);
        stalls.to(answer);
        if (causes != null) {
            slow.to(answer);
        }
        Costs.Calls calls = Costs.Calls.of(intervals, endMillis - startMillis, sinceOrNull);
        return NestingTable.add(answer, NestingSums.of(intervals), costs.of(calls));
    }

    /**
     * Adds a row.
     *
     * @param figures of the interval, whose rate may be that of another time
     * @param interval what one probe recorded under one outcome
     */
    public void add(Figures figures, Interval interval) {
        List<Object> cells = new ArrayList<>(hasTimes ? List.of(Texts.moment(interval.startMillis())) : List.of());
        cells.addAll(List.of(
                interval.name(),
                Texts.tags(interval.tags()),
                interval.outcome(),
                interval.kind(),
                interval.count(),
                Texts.decimal(figures.perSecond()),
                Texts.decimal(figures.totalMicros()),
                Texts.decimal(figures.meanMicros())));
        figures.micros().forEach(micros -> cells.add(Texts.decimal(micros)));
        cells.addAll(List.of(Texts.decimal(figures.worstMicros()), interval.startMillis(), interval.endMillis()));
        cells.add(figures.isEstimated() ? String.valueOf(figures.timed()) : "");
        for (int i = 0; i < figures.micros().size(); i++) {
            PercentileBounds bounds =
                    i < figures.bounds().size() ? figures.bounds().get(i) : null;
            cells.add(bounds == null ? "" : Texts.decimal(bounds.lowMicros()));
            cells.add(bounds == null ? "" : Texts.decimal(bounds.highMicros()));
        }
        cells.add(figures.isEstimated() ? String.valueOf(figures.isUniform()) : "");
        answer.row(cells.toArray());
    }

    /**
     * Whether a row of a table without times is a jitter sampler's.
     *
     * @param row as {@link #add} made it
     * @return false for a probe, whatever its name is
     */
    public static boolean isJitter(List<String> row) {
        return row.get(KIND).equals(JITTER);
    }

    /**
     * Reads a row of a table without times.
     *
     * @param row as {@link #add} made it
     * @return its figures
     * @throws RuntimeException if it is none
     */
    public static Figures figures(List<String> row) {
        List<Double> micros = new ArrayList<>();
        for (int at = PERCENTILES; at < WORST; at++) {
            micros.add(parsed(row, at));
        }
        List<PercentileBounds> bounds = new ArrayList<>();
        for (int at = TIMED_AT + 1; at < UNIFORM_AT && !row.get(TIMED_AT).isEmpty(); at += 2) {
            bounds.add(row.get(at).isEmpty() ? null : new PercentileBounds(parsed(row, at), parsed(row, at + 1)));
        }
        return new Figures(
                row.get(0),
                Texts.label(row.get(1)),
                row.get(2),
                isJitter(row),
                Long.parseLong(row.get(4)),
                Long.parseLong(row.get(row.get(TIMED_AT).isEmpty() ? 4 : TIMED_AT)),
                parsed(row, 5),
                parsed(row, 6),
                micros,
                bounds,
                !row.get(UNIFORM_AT).equals("false"),
                parsed(row, WORST));
    }

    private static double parsed(List<String> row, int at) {
        String cell = row.get(at);
        return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
    }
}
