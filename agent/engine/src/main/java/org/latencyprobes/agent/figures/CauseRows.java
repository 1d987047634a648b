package org.latencyprobes.agent.figures;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cause.ProbeCauses;
import org.latencyprobes.agent.protocol.slow.SlowCauses;

/** The rows of a snapshot that say what slow calls were slow for, cumulative, one for each probe that had any. For one thread. */
final class CauseRows {

    /** By name and tags of the probe. */
    private final Map<List<Object>, Row> rows = new HashMap<>();

    /** A row, and the number of the snapshot in which it last changed. */
    private record Row(SlowCauses causes, long changed) {}

    /** Takes the totals over, as those of the snapshot of this number. */
    void read(long number, CauseTotals totals) {
        for (ProbeCauses causes : totals.probes()) {
            List<Object> key = List.of(causes.name(), causes.tags());
            Row former = rows.get(key);
            if (former == null || former.causes.calls() != causes.calls()) {
                Map<String, Double> parts = SlowTable.parts(causes::nanos);
                rows.put(key, new Row(new SlowCauses(causes.name(), causes.tags(), causes.calls(), parts), number));
            }
        }
    }

    /** Those that have changed since a snapshot. */
    List<SlowCauses> since(long number) {
        return rows.values().stream()
                .filter(row -> row.changed > number)
                .map(Row::causes)
                .toList();
    }
}
