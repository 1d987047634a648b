package org.latencyprobes.cli.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.analysis.markup.MarkdownText;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.cli.compare.CauseComparison.OfSide;
import org.latencyprobes.internal.report.Numbers;
import org.latencyprobes.internal.report.Percentiles;

/**
 * The causes of slow calls on both sides as tables: of the command line, of Markdown, of the page.
 *
 * @param probes those that had slow calls
 */
record CausesAnswer(List<CauseComparison> probes) {

    private static final String TABLE = "slowTime";
    private static final String TIME = "slow calls, µs per 1,000 calls";
    private static final String KEPT = "slow calls, at least";
    private static final String NOT_RECORDED = "no causes recorded";
    private static final String ALL = "all";
    private static final String FEW = "there were too few slow calls to compare their times by cause: ";
    private static final String UNEVEN =
            "one side has more than twice as many slow ones among its calls, so their times by cause cannot be"
                    + " compared well: with slow=auto each JVM has its own limit, with slow=10ms all have the same";

    /** A probe, for people. */
    private record Told(String probe, String times, String kept) {}

    /** A cause, for scripts. */
    private record Figures(
            String probe,
            String cause,
            double beforeusPerThousand,
            double afterusPerThousand,
            Long callsBefore,
            Long callsAfter) {}

    /** Adds a table for people, with a row for each probe. */
    Answer text(Answer answer) {
        List<CauseComparison> told = told();
        Table table = Table.of(
                TABLE,
                Told.class,
                told.stream()
                        .map(each -> new Told(each.probe(), times(each), kept(each)))
                        .toList());
        table.columns().set(1, Column.text(TIME));
        table.columns().set(2, Column.text(KEPT));
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
                .map(each -> each.probe() + ' ' + kept(each))
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
                : "\n| probe | " + TIME + " | " + KEPT + " |\n|---|---|---|\n"
                        + told.stream()
                                .map(each -> MarkdownText.row(each.probe(), times(each), kept(each)))
                                .collect(Collectors.joining());
    }

    /** The tables of the page for one probe; empty where it has none. */
    List<PageTable> pageTables(String probe) {
        return told().stream()
                .filter(each -> each.probe().equals(probe))
                .map(each -> {
                    List<List<String>> rows = new ArrayList<>();
                    each.mainCauses()
                            .forEach(cause -> rows.add(pageRow(cause, each, side -> micros(side.micros(cause)))));
                    rows.add(pageRow(ALL, each, side -> micros(side.micros())));
                    return new PageTable(
                            "Causes: " + TIME + "; " + KEPT + ": " + kept(each),
                            1,
                            List.of("cause", "before", "after"),
                            rows);
                })
                .toList();
    }

    private static List<String> pageRow(String name, CauseComparison each, Function<OfSide, String> figure) {
        return List.of(name, cell(each.before(), figure), cell(each.after(), figure));
    }

    private static String cell(OfSide side, Function<OfSide, String> figure) {
        return side.isRecorded() ? figure.apply(side) : NOT_RECORDED;
    }

    /** Such as {@code gc 0.000 → 1,612; unknown 210.00 → 230.00; all 210.00 → 1,842}. */
    private static String times(CauseComparison each) {
        if (each.before().isRecorded() && each.after().isRecorded()) {
            return joined(
                    each,
                    cause -> change(each.before().micros(cause), each.after().micros(cause)),
                    change(each.before().micros(), each.after().micros()));
        }
        return alone(each, each.before()) + " → " + alone(each, each.after());
    }

    private static String alone(CauseComparison each, OfSide side) {
        return cell(side, it -> joined(each, cause -> micros(it.micros(cause)), micros(it.micros())));
    }

    private static String joined(CauseComparison each, Function<String, String> figure, String all) {
        return Stream.concat(
                        each.mainCauses().stream().map(cause -> cause + ' ' + figure.apply(cause)),
                        Stream.of(ALL + ' ' + all))
                .collect(Collectors.joining("; "));
    }

    private static String change(double before, double after) {
        return micros(before) + " → " + micros(after);
    }

    private static String micros(double micros) {
        return micros == 0 ? "0" : Percentiles.text(micros);
    }

    private static String kept(CauseComparison each) {
        return kept(each.before()) + " → " + kept(each.after());
    }

    private static String kept(OfSide side) {
        return cell(side, it -> Numbers.fixed(it.times().leastKept(), 0));
    }
}
