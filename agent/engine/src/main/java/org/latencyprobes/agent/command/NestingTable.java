package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.link.MeasuringShare;
import org.latencyprobes.agent.link.NestingSums;

/** The table of probes with other probes inside, and what measuring adds to each, or that it is not known. Stateless. */
public final class NestingTable {

    /** Name of the table in an answer. */
    public static final String TABLE = "nesting";

    private static final Column[] COLUMNS = {
        text("probe"),
        text("tags"),
        number("inside"),
        number("measuringPercent"),
        text("mark"),
        number("timedInside"),
        number("calls"),
        number("unknown"),
        number("mostPercent"),
        number("withItself")
    };
    private static final double PERCENT = 100;

    private NestingTable() {}

    /**
     * Adds the table, and what measuring costs, unless no probe has others inside, as far as that is known.
     *
     * @param answer gets them
     * @param nesting what was inside the calls
     * @param costs what measuring costs
     * @return the answer
     */
    static Answer add(Answer answer, NestingSums nesting, Costs costs) {
        List<MeasuringShare> shares = nesting.shares(costs.callNanos(), costs.countNanos());
        if (!shares.isEmpty()) {
            answer.table(TABLE, COLUMNS);
        }
        for (MeasuringShare share : shares) {
            answer.row(
                    share.name(),
                    Texts.tags(share.tags()),
                    Texts.decimal(share.insidePerCall()),
                    Texts.decimal(PERCENT * share.share()),
                    share.mark(),
                    Texts.decimal(share.timedInside()),
                    share.calls(),
                    share.unknown(),
                    share.unknown() == 0 ? "" : Texts.decimal(PERCENT * share.most()),
                    share.withItself());
        }
        return costs.to(answer);
    }

    /**
     * For people.
     *
     * @param rows as {@link #add} made them
     * @return lines, not ended
     * @throws RuntimeException if they are others
     */
    public static List<String> lines(List<List<String>> rows) {
        return MeasuringShare.sentences(rows.stream().map(NestingTable::share).toList());
    }

    private static MeasuringShare share(List<String> row) {
        return new MeasuringShare(
                row.get(0) + Texts.label(row.get(1)),
                Map.of(),
                parsed(row.get(2)),
                parsed(row.get(5)),
                parsed(row.get(3)) / PERCENT,
                Long.parseLong(row.get(6)),
                Long.parseLong(row.get(7)),
                row.size() > 9 ? Long.parseLong(row.get(9)) : 0,
                row.get(8).isEmpty() ? 0 : parsed(row.get(8)) / PERCENT);
    }

    private static double parsed(String cell) {
        return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
    }
}
