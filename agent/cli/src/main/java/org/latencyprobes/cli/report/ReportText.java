package org.latencyprobes.cli.report;

import static org.latencyprobes.internal.report.UnitFactors.MICROS_PER_MILLI;
import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.cost.CostsText;
import org.latencyprobes.agent.figures.DisturbancesTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.slow.DisturbanceSum;
import org.latencyprobes.agent.protocol.slow.StallSum;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Numbers;

/**
 * A report for people: whose it is, then what matters before any figure, then the probes. What the JVM and the machine did is one line: the
 * command {@code stalls} has it in full. Stateless.
 */
public final class ReportText {

    private static final double MUCH_OVERHEAD = 10;
    private static final double MUCH_WARMING = 0.1;
    private static final int MOST_NAMED = 3;

    /** The line of overhead among those of costs; the others are for whoever asks for more. */
    private static final int OVERHEAD = 1;

    private ReportText() {}

    /**
     * Changes an answer for people.
     *
     * @param answer to {@code report}, or of logs; with its rows as they are to be shown
     * @param head whose report it is; empty for nothing
     * @param coveredMillis the time that it is of; 0 for that of its rows, negative where it is of several that may overlap
     * @param isLong whether all that is known of the clock and of weaving is wanted
     * @return the same
     */
    public static Answer of(Answer answer, String head, long coveredMillis, boolean isLong) {
        List<ReportRow> rows = answer.all(ReportRow.TABLE, ReportRow.class);
        if (rows.isEmpty()) {
            return answer;
        }
        List<String> said = new ArrayList<>();
        if (!head.isEmpty()) {
            said.add(head);
        }
        said.addAll(errors(rows));
        said.addAll(overhead(answer.all(NestingRow.TABLE, NestingRow.class)));
        List<DisturbanceSum> sums = answer.all(DisturbanceSum.TABLE, DisturbanceSum.class);
        boolean isWarming = !sums.isEmpty()
                && sums.get(0).totalus() > MUCH_WARMING * sums.get(0).ofus();
        if (isWarming) {
            said.addAll(DisturbancesTable.lines(sums));
        }
        said.addAll(answer.sentences());
        answer.sentences().clear();
        answer.sentences().addAll(said);
        long millis = coveredMillis == 0 ? millis(rows) : coveredMillis;
        answer.find(StallSum.TABLE).ifPresent(stalls -> answer.say(stalled(stalls.records(StallSum.class), millis)));
        List<Costs> costs = answer.all(Costs.TABLE, Costs.class);
        if (!isLong && !costs.isEmpty()) {
            answer.say(CostsText.lines(costs.get(0)).get(OVERHEAD));
        }
        answer.tables()
                .removeIf(table -> table.name().equals(StallSum.TABLE)
                        || isWarming && table.name().equals(DisturbanceSum.TABLE)
                        || !isLong && table.name().equals(Costs.TABLE));
        List<ReportRow> probes = rows.stream().filter(row -> !row.isJitter()).toList();
        answer.tables().replaceAll(table -> table.name().equals(ReportRow.TABLE) ? table.with(probes) : table);
        return answer;
    }

    /**
     * The time that a report is of. Stalls are of all of it, also where only some probes are shown, which may have come late.
     *
     * @param answer to {@code report}, with all its rows
     * @return in ms; 0 where it has no rows
     */
    public static long millis(Answer answer) {
        return millis(answer.all(ReportRow.TABLE, ReportRow.class));
    }

    /** Of the first probes whose figures are much of it. */
    private static List<String> overhead(List<NestingRow> rows) {
        return rows.stream()
                .filter(row -> row.isKnown() && row.overheadPercent() > MUCH_OVERHEAD)
                .limit(MOST_NAMED)
                .map(row -> "overhead: of the time of " + row.probe() + ' ' + Numbers.fixed(row.overheadPercent(), 0)
                        + " % is the cost of the probes inside it")
                .toList();
    }

    private static long millis(List<ReportRow> rows) {
        return rows.stream().mapToLong(ReportRow::endMillis).max().orElse(0)
                - rows.stream().mapToLong(ReportRow::startMillis).min().orElse(0);
    }

    /** Of the probes with the most. */
    private static List<String> errors(List<ReportRow> rows) {
        Map<String, Long> errors = new LinkedHashMap<>();
        Map<String, Long> all = new LinkedHashMap<>();
        for (ReportRow row : rows) {
            if (row.outcome().equals("error")) {
                errors.merge(row.probe(), row.count(), Long::sum);
            }
            if (!row.kind().equals("self")) {
                all.merge(row.probe(), row.count(), Long::sum);
            }
        }
        return errors.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_NAMED)
                .map(each -> "errors: " + Numbers.fixed(each.getValue(), 0) + " of "
                        + Numbers.fixed(all.get(each.getKey()), 0) + " calls of " + each.getKey() + " ("
                        + percent(PERCENT * each.getValue() / all.get(each.getKey())) + ')')
                .toList();
    }

    private static String stalled(List<StallSum> stalls, long millis) {
        if (stalls.isEmpty()) {
            return "JVM and machine: no stall from 1 ms on";
        }
        double micros = stalls.stream().mapToDouble(StallSum::totalus).sum();
        StallSum longest = stalls.get(0);
        for (StallSum each : stalls) {
            longest = each.longestus() > longest.longestus() ? each : longest;
        }
        return "JVM and machine: stalled "
                + (millis > 0
                        ? percent(PERCENT * micros / MICROS_PER_MILLI / millis) + " of the time"
                        : Durations.text(micros) + " in all")
                + ", longest " + Durations.text(longest.longestus()) + " (" + longest.kind() + ')';
    }

    private static String percent(double percent) {
        return Numbers.percent(percent) + " %";
    }
}
