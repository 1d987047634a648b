package org.latencyprobes.agent.protocol;

import java.util.Map;

/** The tables of answers by name, with what their rows are. */
final class Tables {

    private static final Map<String, Class<? extends Record>> TYPES =
            Map.ofEntries(
                    Map.entry(HistogramRow.TABLE, HistogramRow.class),
                    Map.entry(InFlightCall.TABLE, InFlightCall.class),
                    Map.entry(NoRecording.TABLE, NoRecording.class),
                    Map.entry(NotReturned.TABLE, NotReturned.class),
                    Map.entry(ObservedTime.TABLE, ObservedTime.class),
                    Map.entry(RecordingClock.TABLE, RecordingClock.class),
                    Map.entry(SeriesRow.TABLE, SeriesRow.class),
                    Map.entry(SingleDisturbance.TABLE, SingleDisturbance.class),
                    Map.entry(SingleStall.TABLE, SingleStall.class),
                    Map.entry(SlowCallRow.SINGLE, SlowCallRow.class),
                    Map.entry(SlowCallRow.TABLE, SlowCallRow.class),
                    Map.entry(SlowCauses.TABLE, SlowCauses.class),
                    Map.entry(SlowThreshold.ALL, SlowThreshold.class),
                    Map.entry(SlowThreshold.TABLE, SlowThreshold.class),
                    Map.entry(SnapshotFacts.TABLE, SnapshotFacts.class),
                    Map.entry(StackFrame.TABLE, StackFrame.class));

    private Tables() {}

    /** Null for one that this version does not know. */
    static Class<? extends Record> type(String name) {
        return TYPES.get(name);
    }
}
