package org.latencyprobes.agent.figures;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.List;
import java.util.Locale;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.CarrierWaits;
import org.latencyprobes.agent.scheduler.QueueCounts;

/** The table of how often virtual threads waited for a carrier, of one row. Stateless. */
public final class CarriersTable {

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
                : answer.add(
                        CarrierWaits.TABLE,
                        CarrierWaits.class,
                        List.of(new CarrierWaits(
                                countsOrNull.samples(), countsOrNull.waiting(), countsOrNull.longest())));
    }

    /**
     * The table for people.
     *
     * @param rows one, or none
     * @return one line, not ended; none where no thread waited
     */
    public static List<String> lines(List<CarrierWaits> rows) {
        return rows.stream()
                .filter(waits -> waits.waiting() > 0)
                .map(waits -> String.format(
                        Locale.ROOT,
                        "virtual threads waited for a carrier in %.0f %% of %,d samples (up to %,d queued)",
                        PERCENT * waits.waiting() / waits.samples(),
                        waits.samples(),
                        waits.mostQueued()))
                .toList();
    }
}
