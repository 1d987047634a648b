package org.latencyprobes.agent.protocol;

import java.util.Map;

/** The tables of answers by name, with what their rows are. */
final class Tables {

    private static final Map<String, Class<? extends Record>> TYPES =
            Map.ofEntries(
                    Map.entry(HistogramRow.TABLE, HistogramRow.class),
                    Map.entry(HistogramRow.LATER_TABLE, HistogramRow.class),
                    Map.entry(ReportRow.TABLE, ReportRow.class),
                    Map.entry(ReportRow.LATER_TABLE, ReportRow.class),
                    Map.entry(StallSum.TABLE, StallSum.class),
                    Map.entry(CauseShare.TABLE, CauseShare.class),
                    Map.entry(NestingRow.TABLE, NestingRow.class),
                    Map.entry(Costs.TABLE, Costs.class),
                    Map.entry(DisturbanceSum.TABLE, DisturbanceSum.class),
                    Map.entry(CarrierWaits.TABLE, CarrierWaits.class),
                    Map.entry(ProbeRow.TABLE, ProbeRow.class));

    private Tables() {}

    /** Null for one that this version does not know. */
    static Class<? extends Record> type(String name) {
        return TYPES.get(name);
    }
}
