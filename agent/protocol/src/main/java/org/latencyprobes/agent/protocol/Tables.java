package org.latencyprobes.agent.protocol;

import java.util.List;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.agent.protocol.figures.ProbeRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.figures.SeriesRow;
import org.latencyprobes.agent.protocol.figures.SnapshotFacts;
import org.latencyprobes.agent.protocol.slow.CarrierWaits;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.DisturbanceSum;
import org.latencyprobes.agent.protocol.slow.InFlightCall;
import org.latencyprobes.agent.protocol.slow.NoRecording;
import org.latencyprobes.agent.protocol.slow.ObservedTime;
import org.latencyprobes.agent.protocol.slow.RecordingClock;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleDisturbance;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.agent.protocol.slow.SlowCallRow;
import org.latencyprobes.agent.protocol.slow.SlowCauses;
import org.latencyprobes.agent.protocol.slow.SlowThreshold;
import org.latencyprobes.agent.protocol.slow.StackFrame;
import org.latencyprobes.agent.protocol.slow.StallSum;
import org.latencyprobes.agent.protocol.state.BackendRow;
import org.latencyprobes.agent.protocol.state.CollectorRow;
import org.latencyprobes.agent.protocol.state.ForecastRow;
import org.latencyprobes.agent.protocol.state.HelloFacts;
import org.latencyprobes.agent.protocol.state.JvmFacts;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.protocol.state.OptionRow;
import org.latencyprobes.agent.protocol.state.PatternRow;
import org.latencyprobes.agent.protocol.state.PatternText;
import org.latencyprobes.agent.protocol.state.RefusedRow;
import org.latencyprobes.agent.protocol.state.StatusFacts;

/** The tables and facts of answers by name, with what their rows are. Only what is asked for is loaded. */
final class Tables {

    /** All names. */
    static final List<String> NAMES = List.of(
            BackendRow.TABLE,
            CarrierWaits.TABLE,
            CauseShare.TABLE,
            CollectorRow.TABLE,
            Costs.TABLE,
            DisturbanceSum.TABLE,
            PatternText.EXCLUDED,
            PatternText.UNMATCHED,
            ForecastRow.TABLE,
            HelloFacts.NAME,
            HistogramRow.LATER_TABLE,
            HistogramRow.TABLE,
            InFlightCall.TABLE,
            JvmFacts.NAME,
            MethodRow.EXPLAINED,
            MethodRow.TABLE,
            NestingRow.TABLE,
            NoRecording.TABLE,
            ObservedTime.TABLE,
            OptionRow.TABLE,
            PatternRow.TABLE,
            ProbeRow.TABLE,
            RecordingClock.TABLE,
            RefusedRow.TABLE,
            Remark.STUCK,
            Remark.TABLE,
            Remark.DEOPTIMISE,
            ReportRow.LATER_TABLE,
            ReportRow.TABLE,
            SeriesRow.TABLE,
            SingleCall.TABLE,
            SingleDisturbance.TABLE,
            SingleStall.TABLE,
            SlowCallRow.TABLE,
            SlowCauses.TABLE,
            SlowThreshold.ALL,
            SlowThreshold.TABLE,
            SnapshotFacts.TABLE,
            StackFrame.TABLE,
            StallSum.TABLE,
            StatusFacts.NAME);

    private Tables() {}

    /** Null for one that this version does not know. */
    static Class<? extends Record> type(String name) {
        return switch (name) {
            case BackendRow.TABLE -> BackendRow.class;
            case CarrierWaits.TABLE -> CarrierWaits.class;
            case CauseShare.TABLE -> CauseShare.class;
            case CollectorRow.TABLE -> CollectorRow.class;
            case Costs.TABLE -> Costs.class;
            case DisturbanceSum.TABLE -> DisturbanceSum.class;
            case PatternText.EXCLUDED, PatternText.UNMATCHED -> PatternText.class;
            case ForecastRow.TABLE -> ForecastRow.class;
            case HelloFacts.NAME -> HelloFacts.class;
            case HistogramRow.LATER_TABLE, HistogramRow.TABLE -> HistogramRow.class;
            case InFlightCall.TABLE -> InFlightCall.class;
            case JvmFacts.NAME -> JvmFacts.class;
            case MethodRow.EXPLAINED, MethodRow.TABLE -> MethodRow.class;
            case NestingRow.TABLE -> NestingRow.class;
            case NoRecording.TABLE -> NoRecording.class;
            case ObservedTime.TABLE -> ObservedTime.class;
            case OptionRow.TABLE -> OptionRow.class;
            case PatternRow.TABLE -> PatternRow.class;
            case ProbeRow.TABLE -> ProbeRow.class;
            case RecordingClock.TABLE -> RecordingClock.class;
            case RefusedRow.TABLE -> RefusedRow.class;
            case Remark.STUCK, Remark.TABLE, Remark.DEOPTIMISE -> Remark.class;
            case ReportRow.LATER_TABLE, ReportRow.TABLE -> ReportRow.class;
            case SeriesRow.TABLE -> SeriesRow.class;
            case SingleCall.TABLE -> SingleCall.class;
            case SingleDisturbance.TABLE -> SingleDisturbance.class;
            case SingleStall.TABLE -> SingleStall.class;
            case SlowCallRow.TABLE -> SlowCallRow.class;
            case SlowCauses.TABLE -> SlowCauses.class;
            case SlowThreshold.ALL, SlowThreshold.TABLE -> SlowThreshold.class;
            case SnapshotFacts.TABLE -> SnapshotFacts.class;
            case StackFrame.TABLE -> StackFrame.class;
            case StallSum.TABLE -> StallSum.class;
            case StatusFacts.NAME -> StatusFacts.class;
            default -> null;
        };
    }
}
