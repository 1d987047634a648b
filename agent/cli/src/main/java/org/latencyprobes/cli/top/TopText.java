package org.latencyprobes.cli.top;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.print.AnswerJson;
import org.latencyprobes.cli.print.AnswerText;
import org.latencyprobes.cli.print.ReportFigures;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.Numbers;

/**
 * The table as it is printed where there is no terminal.
 *
 * @param view what the model knows
 * @param rows which are shown: those with calls
 * @param most how many at most
 */
public record TopText(LiveView view, TopRows rows, int most) {

    private record Moment(long number, long millis, long spanMillis, long pid, String main, int leftOut) {}

    private record Line(
            String probe,
            Map<String, String> tags,
            String outcome,
            String mode,
            long count,
            double perSecond,
            double totalus,
            double meanus,
            double p50us,
            double p90us,
            double p99us,
            double p999us,
            double p9999us,
            double maxus,
            double percentOfCore,
            String cause,
            Long timed) {}

    /**
     * For people: the time, which calls have not returned, and the table.
     *
     * @return lines, each ended
     */
    public String forPeople() {
        Answer answer = table(new Answer());
        mark(answer.tables().get(0));
        String time = TopScreen.time(view.millis()) + "  " + TopScreen.window(view) + ", overhead "
                + Numbers.percent(view.costPercent()) + " % of one core" + TopScreen.leftOut(view);
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
                .add(
                        "snapshot",
                        new Moment(
                                view.facts().number(),
                                view.millis(),
                                view.spanMillis(),
                                view.facts().pid(),
                                view.facts().main(),
                                view.leftOut()));
        view.notReturned().forEach(answer::say);
        return AnswerJson.line(table(answer));
    }

    private Answer table(Answer answer) {
        return answer.add("top", Line.class, shown().map(TopText::line).toList());
    }

    private Stream<LiveRow> shown() {
        return rows.of(view).stream().filter(row -> row.figures().count() > 0).limit(most);
    }

    private static Line line(LiveRow row) {
        Figures figures = row.figures();
        List<Double> micros = figures.micros();
        return new Line(
                row.key().probe(),
                row.key().tags(),
                row.key().outcome(),
                row.mode(),
                figures.count(),
                figures.perSecond(),
                figures.totalMicros(),
                figures.meanMicros(),
                micros.get(0),
                micros.get(1),
                micros.get(2),
                micros.get(3),
                micros.get(4),
                figures.maxMicros(),
                row.costPercent(),
                row.cause(),
                figures.isEstimated() ? figures.timed() : null);
    }

    /** Puts the number of a copy, and the marks of what is known of a part of the calls alone, in place of how many these are. */
    private void mark(Table table) {
        List<LiveRow> shown = shown().toList();
        boolean isOnAlone = shown.stream().allMatch(row -> row.mode().equals("on"));
        for (int i = 0; i < shown.size(); i++) {
            RowKey key = shown.get(i).key();
            Figures figures = shown.get(i).figures();
            List<Object> values = table.values().get(i);
            values.set(table.indexOf("probe"), ReportFigures.label(key.probe(), key.copy()));
            values.set(table.indexOf("timed"), null);
            values.set(table.indexOf("mode"), isOnAlone ? "" : shown.get(i).mode());
            if (figures.isEstimated()) {
                mark(values, table.indexOf("totalus"), TopColumn.ABOUT, figures.totalMicros());
                mark(values, table.indexOf("meanus"), TopColumn.ABOUT, figures.meanMicros());
                mark(values, table.indexOf("maxus"), TopColumn.AT_LEAST, figures.maxMicros());
            }
        }
    }

    private static void mark(List<Object> values, int at, String mark, double number) {
        if (!Double.isNaN(number)) {
            values.set(at, mark + Durations.text(number));
        }
    }
}
