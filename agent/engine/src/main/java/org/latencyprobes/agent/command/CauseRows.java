package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cause.ProbeCauses;

/** The rows of a snapshot that say what slow calls were slow for, cumulative, one for each probe that had any. For one thread. */
final class CauseRows {

    private final Map<List<Object>, Row> rows = new HashMap<>();

    /**
     * One probe.
     *
     * @param calls how many were explained
     * @param parts their time by cause, in µs
     * @param changed number of the snapshot in which they last changed
     */
    record Row(long calls, String parts, long changed) {}

    /** Takes the totals over, as those of the snapshot of this number. */
    void read(long number, CauseTotals totals) {
        for (ProbeCauses causes : totals.probes()) {
            List<Object> key = List.of(causes.name(), Texts.tags(causes.tags()));
            Row former = rows.get(key);
            if (former == null || former.calls() != causes.calls()) {
                rows.put(key, new Row(causes.calls(), SlowTable.parts(causes::nanos), number));
            }
        }
    }

    /** By name and tags of the probe. */
    Map<List<Object>, Row> all() {
        return rows;
    }
}
