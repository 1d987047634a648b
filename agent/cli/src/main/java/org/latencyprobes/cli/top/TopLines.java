package org.latencyprobes.cli.top;

import static org.latencyprobes.agent.protocol.Column.id;
import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.protocol.Texts;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.cli.print.AnswerJson;
import org.latencyprobes.cli.print.AnswerText;
import org.latencyprobes.cli.print.ReportFigures;
import org.latencyprobes.report.Figures;
import org.latencyprobes.report.Percentiles;

/**
 * The table as it is printed where there is no terminal.
 *
 * @param view what the model knows
 * @param rows which are shown: those with calls
 * @param most how many at most
 */
public record TopLines(LiveView view, TopRows rows, int most) {

    private static final Column[] COLUMNS = {
        text("probe"),
        text("tags"),
        text("outcome"),
        text("mode"),
        number("count"),
        new Column("perSecond", Column.Type.RATE),
        micros("totalus"),
        micros("meanus"),
        micros("p50us"),
        micros("p90us"),
        micros("p99us"),
        micros("p999us"),
        micros("p9999us"),
        micros("maxus"),
        new Column("percentOfCore", Column.Type.PERCENT),
        text("cause"),
        number("timed")
    };

    private static final List<String> NAMES =
            Arrays.stream(COLUMNS).map(Column::name).toList();
    private static final int PROBE = NAMES.indexOf("probe");
    private static final int TOTAL = NAMES.indexOf("totalus");
    private static final int MEAN = NAMES.indexOf("meanus");
    private static final int MAX = NAMES.indexOf("maxus");
    private static final int TIMED = NAMES.indexOf("timed");
    private static final double MICROS_PER_MILLI = 1e3;

    /**
     * For people: the time, which calls have not returned, and the table.
     *
     * @return lines, each ended
     */
    public String forPeople() {
        Answer answer = table(new Answer(), TopLines::marked);
        String time = TopScreen.time(view.millis()) + "  " + TopScreen.window(view)
                + String.format(Locale.ROOT, ", overhead %.2f %% of one core", view.costPercent())
                + TopScreen.leftOut(view);
        String tables = AnswerText.tables(answer);
        return time + '\n' + notReturned() + (tables.isEmpty() ? "no calls\n" : tables) + '\n';
    }

    private String notReturned() {
        return view.notReturned().stream()
                .map(sentence -> VisibleText.of(sentence) + '\n')
                .collect(Collectors.joining());
    }

    /**
     * For scripts: one object on one line.
     *
     * @return the line, ended
     */
    public String forScripts() {
        Answer answer = new Answer()
                .facts("snapshot")
                .fact(id("number"), view.number())
                .fact(new Column("millis", Column.Type.MOMENT), view.millis())
                .fact(number("spanMillis"), view.spanMillis())
                .fact(id("pid"), view.jvm().pid())
                .fact(text("main"), view.jvm().main())
                .fact(number("leftOut"), view.leftOut());
        view.notReturned().forEach(answer::say);
        return AnswerJson.line(table(answer, TopLines::cells));
    }

    private Answer table(Answer answer, Function<LiveRow, List<Object>> cells) {
        answer.table("top", COLUMNS);
        rows.of(view).stream()
                .filter(row -> row.figures().count() > 0)
                .limit(most)
                .forEach(row -> answer.row(cells.apply(row).toArray()));
        return answer;
    }

    private static List<Object> cells(LiveRow row) {
        Figures figures = row.figures();
        List<Object> cells = new ArrayList<>(List.of(
                row.key().probe(),
                row.key().tags(),
                row.key().outcome(),
                row.mode(),
                figures.count(),
                Texts.decimal(figures.perSecond()),
                Texts.decimal(figures.totalMicros()),
                Texts.decimal(figures.meanMicros())));
        figures.micros().forEach(micros -> cells.add(Texts.decimal(micros)));
        cells.add(Texts.decimal(figures.maxMicros()));
        cells.add(Texts.decimal(row.costPercent()));
        cells.add(row.cause());
        cells.add(figures.isEstimated() ? figures.timed() : "");
        return cells;
    }

    /** With the number of a copy, and the marks of what is known of a part of the calls alone, in place of how many these are. */
    private static List<Object> marked(LiveRow row) {
        List<Object> cells = cells(row);
        cells.set(PROBE, ReportFigures.label(row.key().probe(), row.key().copy()));
        cells.set(TIMED, "");
        if (row.figures().isEstimated()) {
            mark(cells, TOTAL, TopColumn.ABOUT, row.figures().totalMicros() / MICROS_PER_MILLI);
            mark(cells, MEAN, TopColumn.ABOUT, row.figures().meanMicros());
            mark(cells, MAX, TopColumn.AT_LEAST, row.figures().maxMicros());
        }
        return cells;
    }

    private static void mark(List<Object> cells, int at, String mark, double number) {
        if (!Double.isNaN(number)) {
            cells.set(at, mark + Percentiles.text(number));
        }
    }
}
