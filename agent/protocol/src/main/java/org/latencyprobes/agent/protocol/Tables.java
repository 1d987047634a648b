package org.latencyprobes.agent.protocol;

import java.util.Map;

/** The tables of answers by name, with what their rows are. */
final class Tables {

    private static final Map<String, Class<? extends Record>> TYPES = Map.ofEntries(
            Map.entry(BackendRow.TABLE, BackendRow.class),
            Map.entry(CarrierWaits.TABLE, CarrierWaits.class),
            Map.entry(CauseShare.TABLE, CauseShare.class),
            Map.entry(CollectorRow.TABLE, CollectorRow.class),
            Map.entry(Costs.TABLE, Costs.class),
            Map.entry(DisturbanceSum.TABLE, DisturbanceSum.class),
            Map.entry(ExcludedPattern.TABLE, ExcludedPattern.class),
            Map.entry(ForecastRow.TABLE, ForecastRow.class),
            Map.entry(HelloFacts.NAME, HelloFacts.class),
            Map.entry(HistogramRow.LATER_TABLE, HistogramRow.class),
            Map.entry(HistogramRow.TABLE, HistogramRow.class),
            Map.entry(InFlightCall.TABLE, InFlightCall.class),
            Map.entry(JvmFacts.NAME, JvmFacts.class),
            Map.entry(MethodRow.EXPLAINED, MethodRow.class),
            Map.entry(MethodRow.TABLE, MethodRow.class),
            Map.entry(NestingRow.TABLE, NestingRow.class),
            Map.entry(NoRecording.TABLE, NoRecording.class),
            Map.entry(NotReturned.TABLE, NotReturned.class),
            Map.entry(ObservedTime.TABLE, ObservedTime.class),
            Map.entry(OptionRow.TABLE, OptionRow.class),
            Map.entry(PatternRow.TABLE, PatternRow.class),
            Map.entry(ProbeRow.TABLE, ProbeRow.class),
            Map.entry(RecordingClock.TABLE, RecordingClock.class),
            Map.entry(RefusedRow.TABLE, RefusedRow.class),
            Map.entry(ReportRow.LATER_TABLE, ReportRow.class),
            Map.entry(ReportRow.TABLE, ReportRow.class),
            Map.entry(SeriesRow.TABLE, SeriesRow.class),
            Map.entry(SingleDisturbance.TABLE, SingleDisturbance.class),
            Map.entry(SingleStall.TABLE, SingleStall.class),
            Map.entry(SlowCallRow.SINGLE, SlowCallRow.class),
            Map.entry(SlowCallRow.TABLE, SlowCallRow.class),
            Map.entry(SlowCauses.TABLE, SlowCauses.class),
            Map.entry(SlowThreshold.ALL, SlowThreshold.class),
            Map.entry(SlowThreshold.TABLE, SlowThreshold.class),
            Map.entry(SnapshotFacts.TABLE, SnapshotFacts.class),
            Map.entry(StackFrame.TABLE, StackFrame.class),
            Map.entry(StallSum.TABLE, StallSum.class),
            Map.entry(StatusFacts.NAME, StatusFacts.class));

    private Tables() {}

    static Map<String, Class<? extends Record>> all() {
        return TYPES;
    }

    /** Null for one that this version does not know. */
    static Class<? extends Record> type(String name) {
        return TYPES.get(name);
    }
}
