package org.latencyprobes.agent.protocol;

import java.util.Map;

/** The tables of answers by name, with what their rows are. */
final class Tables {

    private static final Map<String, Class<? extends Record>> TYPES =
            Map.ofEntries(Map.entry(HistogramRow.TABLE, HistogramRow.class));

    private Tables() {}

    /** Null for one that this version does not know. */
    static Class<? extends Record> type(String name) {
        return TYPES.get(name);
    }
}
