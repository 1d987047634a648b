package org.latencyprobes.cli.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.analysis.markup.MarkdownText;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.cli.compare.CauseComparison.OfSide;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Numbers;

/**
 * The causes of slow calls on both sides as tables: of the command line, of Markdown, of the page.
 *
 * @param probes those that had slow calls
 */
record CausesAnswer(List<CauseComparison> probes) {

    private static final String TABLE = "slowTime";
    private static final String TIME = "slow time before, per 1,000 calls";
    private static final String KEPT = "slow calls, at least";
    private static final String NOT_RECORDED = "no causes recorded";
    private static final String ALL = "all";
    private static final String FEW =
            "so few slow calls were looked at, or with so few different times, that these are not compared by cause: ";
    private static final String UNEVEN =
            "one side has more than twice as many slow ones among its calls, so their times by cause cannot be"
                    + " compared well: with slow=auto each JVM has its own limit, with slow=10ms all have the same";

    /** A cause of a probe, or all, for people. */
    private record Told(String probe, String cause, String before, String after, String kept) {}

    /** A cause, for scripts. */
    private record Figures(
            String probe,
            String cause,
            double beforeusPerThousand,
            double afterusPerThousand,
            Long callsBefore,
            Long callsAfter) {}

    /** Adds a table for people, with a row for each probe and cause. */
    Answer text(Answer answer) {
        List<CauseComparison> told = told();
        Table table = Table.of(
                TABLE,
                Told.class,
                told.stream().flatMap(each -> rows(each).stream()).toList());
        table.columns().set(2, Column.text(TIME));
        table.columns().set(4, Column.text(KEPT));
        answer.tables().add(table);
        if (told.size() < probes.size()) {
            answer.say(FEW + left());
        }
        if (probes.stream().anyMatch(CauseComparison::isUneven)) {
            answer.say(UNEVEN);
        }
        return answer;
    }

    private List<CauseComparison> told() {
        return probes.stream().filter(each -> !each.areFew()).toList();
    }

    private String left() {
        return probes.stream()
                .filter(CauseComparison::areFew)
                .map(each -> each.probe() + ' ' + sides(each, CauseTimes::leastLookedAt))
                .collect(Collectors.joining(", "));
    }

    /** Adds a table for scripts, with a row for each probe and cause. */
    Answer figures(Answer answer) {
        List<Figures> rows = new ArrayList<>();
        for (CauseComparison each : probes) {
            for (String cause : each.causes()) {
                rows.add(new Figures(
                        each.probe(),
                        cause,
                        micros(each.before(), cause),
                        micros(each.after(), cause),
                        calls(each.before(), cause),
                        calls(each.after(), cause)));
            }
        }
        return answer.add(TABLE, Figures.class, rows);
    }

    private static double micros(OfSide side, String cause) {
        return side.isRecorded() ? side.micros(cause) : Double.NaN;
    }

    private static Long calls(OfSide side, String cause) {
        return side.isRecorded() ? side.times().of(cause).calls() : null;
    }

    /** The table for a pull request; empty without probes. */
    String markdown() {
        List<CauseComparison> told = told();
        return told.isEmpty()
                ? ""
                : "\n| probe | cause | " + TIME + " | after | " + KEPT + " |\n|---|---|---:|---:|---|\n"
                        + told.stream()
                                .flatMap(each -> rows(each).stream())
                                .map(row -> MarkdownText.row(row.probe, row.cause, row.before, row.after, row.kept))
                                .collect(Collectors.joining());
    }

    /** The tables of the page for one probe; empty where it has none. */
    List<PageTable> pageTables(String probe) {
        return told().stream()
                .filter(each -> each.probe().equals(probe))
                .map(each -> new PageTable(
                        "Causes; " + KEPT + ": " + kept(each),
                        1,
                        List.of("cause", TIME, "after"),
                        rows(each).stream()
                                .map(row -> List.of(row.cause, row.before, row.after))
                                .toList()))
                .toList();
    }

    /** The largest change first, all of them last. */
    private static List<Told> rows(CauseComparison each) {
        List<Told> rows = new ArrayList<>();
        each.mainCauses().forEach(cause -> rows.add(row(each, cause, "", side -> side.micros(cause))));
        rows.add(row(each, ALL, kept(each), OfSide::micros));
        return rows;
    }

    private static Told row(CauseComparison each, String cause, String kept, ToDoubleFunction<OfSide> micros) {
        int unit = Durations.unit(micros.applyAsDouble(each.before()), micros.applyAsDouble(each.after()));
        Function<OfSide, String> text = side -> time(micros.applyAsDouble(side), unit);
        return new Told(each.probe(), cause, cell(each.before(), text), cell(each.after(), text), kept);
    }

    private static String cell(OfSide side, Function<OfSide, String> figure) {
        return side.isRecorded() ? figure.apply(side) : NOT_RECORDED;
    }

    private static String time(double micros, int unit) {
        return micros == 0 ? "0" : Durations.text(micros, unit);
    }

    private static String kept(CauseComparison each) {
        return sides(each, CauseTimes::leastKept);
    }

    private static String sides(CauseComparison each, ToLongFunction<CauseTimes> calls) {
        Function<OfSide, String> text = side -> Numbers.fixed(calls.applyAsLong(side.times()), 0);
        return cell(each.before(), text) + " → " + cell(each.after(), text);
    }
}
