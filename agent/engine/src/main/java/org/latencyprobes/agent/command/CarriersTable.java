package org.latencyprobes.agent.command;

import static org.latencyprobes.agent.protocol.Column.number;

import java.util.List;
import java.util.Locale;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.scheduler.QueueCounts;

/** The table of how often virtual threads waited for a carrier, of one row. Stateless. */
public final class CarriersTable {

    /** Name of the table in an answer. */
    public static final String TABLE = "virtualThreads";

    private static final double PERCENT = 100;

    private CarriersTable() {}

    /**
     * Adds the table.
     *
     * @param answer gets it, unless nothing was sampled
     * @param countsOrNull what was sampled; null where it is not known
     * @return the answer
     */
    public static Answer add(Answer answer, QueueCounts countsOrNull) {
        return countsOrNull == null || countsOrNull.samples() == 0
                ? answer
                : answer.table(TABLE, number("samples"), number("waiting"), number("mostQueued"))
                        .row(countsOrNull.samples(), countsOrNull.waiting(), countsOrNull.longest());
    }

    /**
     * The table for people.
     *
     * @param rows as {@link #add} made them
     * @return one line, not ended; none where no thread waited
     */
    public static List<String> lines(List<List<String>> rows) {
        if (rows.isEmpty() || rows.get(0).get(1).equals("0")) {
            return List.of();
        }
        List<String> row = rows.get(0);
        return List.of("virtual threads waited for a carrier in " + share(row.get(1), row.get(0)) + " (up to "
                + CausesText.number(row.get(2)) + " queued)");
    }

    /**
     * A share of samples.
     *
     * @param some how many
     * @param all of how many
     * @return {@code 34 % of 300 samples}
     */
    private static String share(String some, String all) {
        return String.format(
                Locale.ROOT,
                "%.0f %% of %s samples",
                PERCENT * Long.parseLong(some) / Long.parseLong(all),
                CausesText.number(all));
    }
}
