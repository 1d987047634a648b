package org.latencyprobes.agent.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.internal.report.Numbers;

/** What measuring adds to probes with others inside, as sentences for people. Stateless. */
public final class NestingText {

    private static final int MOST_SENTENCES = 20;

    /** How the names of constructors end, which have no clause {@code outermost}. */
    private static final String CONSTRUCTOR = ".new";

    private static final int MOST_NAMED = 5;
    private static final double FEW = 10;
    private static final double ALL = 100;

    /** In %. */
    private static final double LEAST = 1;

    private NestingText() {}

    /**
     * For people, below a table.
     *
     * @param rows in order
     * @return a sentence for each from {@value #LEAST} % on, or for the first of very many, and one for all of which nothing is known
     */
    public static List<String> lines(List<NestingRow> rows) {
        List<NestingRow> known = rows.stream()
                .filter(NestingRow::isKnown)
                .filter(NestingText::isSaid)
                .toList();
        List<String> lines = new ArrayList<>();
        known.stream().limit(MOST_SENTENCES).forEach(row -> lines.add(line(row)));
        if (known.size() > MOST_SENTENCES) {
            lines.add("  and " + (known.size() - MOST_SENTENCES) + " more probes with probes inside");
        }
        List<NestingRow> notKnown = rows.stream()
                .filter(row -> !row.isKnown() && row.mostPercent() >= LEAST)
                .toList();
        if (!notKnown.isEmpty()) {
            lines.add(notKnown(notKnown));
        }
        return lines;
    }

    /** Else it has too little inside for anyone to care. */
    private static boolean isSaid(NestingRow row) {
        return row.overheadPercent() >= LEAST || row.withItself() > 0;
    }

    private static String notKnown(List<NestingRow> rows) {
        return "? how much is measuring is not known of calls that no thread's own stripe counts, such as beyond 64 threads,"
                + " or on virtual threads from JDK 21 on: "
                + rows.stream()
                        .limit(MOST_NAMED)
                        .map(row -> label(row) + " (" + Numbers.fixed(row.unknown(), 0) + " of "
                                + Numbers.fixed(row.calls(), 0) + " calls, at most "
                                + Numbers.fixed(row.mostPercent(), 0) + " %)")
                        .collect(Collectors.joining(", "))
                + (rows.size() > MOST_NAMED ? " and " + (rows.size() - MOST_NAMED) + " more" : "");
    }

    /**
     * That calls of one probe are inside each other, as of an override that calls {@code super}, of overloads, or in recursion.
     *
     * @param row of a probe inside itself
     * @return a sentence
     */
    public static String nestedInItself(NestingRow row) {
        return label(row) + ": " + inItself(row);
    }

    private static String label(NestingRow row) {
        return row.probe() + Texts.label(row.tags());
    }

    /** Such as {@code ! order: 47 to 100 % is the cost of 25 probes inside it}. */
    private static String line(NestingRow row) {
        if (row.overheadPercent() < LEAST) {
            return "  " + nestedInItself(row);
        }
        String inside = number(row.nested());
        String timed = number(row.timedNested());
        return (row.mark().isEmpty() ? " " : row.mark()) + ' ' + label(row) + ": "
                + range(row.overheadPercent()) + " % is the cost of " + inside
                + (inside.equals("1") ? " probe" : " probes") + " inside it"
                + (timed.equals(inside) ? "" : ", " + timed + " timed")
                + (row.unknown() == 0
                        ? ""
                        : " (known of " + Numbers.fixed(row.calls() - row.unknown(), 0) + " of "
                                + Numbers.fixed(row.calls(), 0) + " calls)")
                + (row.withItself() == 0 ? "" : ", " + inItself(row));
    }

    /**
     * From half of an estimate to twice. Calls whose work goes on meanwhile, as in a chain inside one method, were seen to cost 0.55 of it; calls
     * in an application, which find less in the caches than a loop's, up to 1.8.
     */
    private static String range(double percent) {
        String least = Numbers.fixed(percent / 2, 0);
        String most = Numbers.fixed(Math.min(ALL, 2 * percent), 0);
        return least.equals(most) ? least : least + " to " + most;
    }

    /** In how many of its calls it is inside itself, and what counts each only once. */
    private static String inItself(NestingRow row) {
        return "inside itself in " + Numbers.fixed(row.withItself(), 0) + " of " + Numbers.fixed(row.calls(), 0)
                + " calls"
                + (row.probe().endsWith(CONSTRUCTOR)
                        ? ""
                        : ": '<pattern> outermost' would count those around them alone");
    }

    private static String number(double calls) {
        double rounded = Math.round(calls * 10) / 10.0;
        return rounded == 0 && calls > 0
                ? "fewer than 0.1"
                : Numbers.fixed(rounded, rounded < FEW && rounded % 1 != 0 ? 1 : 0);
    }
}
