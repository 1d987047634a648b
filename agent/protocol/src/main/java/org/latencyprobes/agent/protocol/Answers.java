package org.latencyprobes.agent.protocol;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.latencyprobes.agent.protocol.slow.SampledProbe;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleDisturbance;
import org.latencyprobes.agent.protocol.slow.SingleStall;
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

/**
 * What the agent answers to each {@link Request}, by the request's name: the components are its tables, which are lists, and facts. A command
 * may leave any of them away, and has no other.
 */
final class Answers {

    private Answers() {}

    record Attach(
            List<BackendRow> backends, List<OptionRow> options, List<RefusedRow> refused, List<Remark> deoptimise) {}

    record Hello(HelloFacts hello) {}

    record Status(
            StatusFacts status,
            List<BackendRow> backends,
            List<CarrierWaits> virtualThreads,
            List<PatternRow> patterns,
            List<OptionRow> options,
            JvmFacts jvm,
            List<CollectorRow> collectors) {}

    record Probes(List<ProbeRow> probes, List<NestingRow> nesting, List<Costs> overhead, List<MethodRow> methods) {}

    record Probe(List<MethodRow> methods, List<PatternText> unmatched, List<Remark> deoptimise) {}

    record Unprobe(List<PatternText> excluded, List<Remark> deoptimise) {}

    record Mode() {}

    record Report(
            List<ReportRow> report,
            List<StallSum> stalls,
            List<CauseShare> causes,
            List<NestingRow> nesting,
            List<Costs> overhead,
            List<HistogramRow> histograms,
            List<DisturbanceSum> disturbances,
            List<CarrierWaits> virtualThreads,
            List<ReportRow> laterReport,
            List<HistogramRow> laterHistograms) {}

    record Snapshot(
            SnapshotFacts snapshot,
            List<SeriesRow> series,
            List<SlowCauses> slowCauses,
            List<SingleStall> singleStalls,
            List<SingleCall> singleCalls,
            List<Remark> stuck,
            List<Costs> overhead) {}

    record Stalls(List<SingleStall> singleStalls) {}

    record Slow(List<SingleCall> slow, List<SlowThreshold> thresholds, List<StackFrame> stacks) {}

    record InFlight(List<InFlightCall> inFlight, List<StackFrame> stacks) {}

    record Mark() {}

    record Explain(List<MethodRow> explain) {}

    record DryRun(
            List<MethodRow> methods,
            List<ForecastRow> forecast,
            List<PatternText> unmatched,
            List<Remark> deoptimise) {}

    record Recording() {}

    record WhyBegin(
            List<MethodRow> methods, List<PatternText> unmatched, List<Remark> remarks, List<Remark> deoptimise) {}

    record WhyRenew() {}

    record WhyEnd(
            List<ReportRow> report,
            List<StallSum> stalls,
            List<NestingRow> nesting,
            List<Costs> overhead,
            ObservedTime time,
            List<SingleStall> singleStalls,
            List<SingleCall> singleCalls,
            List<SampledProbe> samples,
            List<HistogramRow> histograms,
            List<Remark> stuck,
            List<DisturbanceSum> disturbances,
            List<CarrierWaits> virtualThreads,
            List<SingleDisturbance> singleDisturbances,
            List<ProbeRow> probes,
            List<MethodRow> methods,
            RecordingClock recording,
            NoRecording noRecording) {}

    record Detach() {}

    /** The tables and facts of the answer to a request, by name, in order. Loads no rows. */
    static Map<String, RecordComponent> to(Class<?> request) {
        Map<String, RecordComponent> tables = new LinkedHashMap<>();
        try {
            Class<?> answer = Class.forName(Answers.class.getName() + '$' + request.getSimpleName());
            for (RecordComponent each : answer.getRecordComponents()) {
                tables.put(each.getName(), each);
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return tables;
    }

    /** What the rows of a table, or facts, are. */
    static Class<? extends Record> rows(RecordComponent table) {
        Type type = table.getGenericType();
        Class<?> rows = (Class<?>) (type instanceof ParameterizedType list ? list.getActualTypeArguments()[0] : type);
        return rows.asSubclass(Record.class);
    }
}
