package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.slow.ObservedTime;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.cli.jvm.JvmFinder;
import org.latencyprobes.cli.why.band.Band.Wanted;
import org.latencyprobes.cli.why.band.BandFigures;
import org.latencyprobes.cli.why.band.CallWeights;
import org.latencyprobes.cli.why.band.Samples;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.MonitorEntry;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Stall;
import org.latencyprobes.explain.StallKind;

/**
 * What the command {@code why} found: for each probe its slow calls and their causes. Immutable but for its histograms.
 *
 * @param subject the JVM or the recording
 * @param observed the observed time
 * @param startMillis its start, in ms since 1970
 * @param tails probes with calls, those with most time in slow calls first
 * @param evidence what its calls are explained from
 * @param disturbances when the JVM did not run steadily
 * @param remarks what a reader should know, one sentence each
 */
public record WhyReport(
        WhySubject subject,
        Span observed,
        long startMillis,
        List<ProbeTail> tails,
        CallEvidence evidence,
        Disturbances disturbances,
        List<String> remarks) {

    private static final int MOST_NAMED = 5;

    static final String MOST_VIRTUAL =
            "  most of these calls were on virtual threads, which are looked at every 2 ms: what is in between, or in"
                    + " native code, is unknown";

    /**
     * Explains slow calls.
     *
     * @param pid the JVM
     * @param answer the agent's
     * @param deep what a recording says; null where there is none
     * @param wanted which calls are explained
     * @param remarks what a reader should know, one sentence each
     * @return the report
     */
    public static WhyReport of(long pid, Answer answer, DeepTimeline deep, Wanted wanted, List<String> remarks) {
        ObservedTime time = answer.one(ObservedTime.TABLE, ObservedTime.class);
        Span observed = new Span(time.startNanos(), time.endNanos());
        double callNanos = answer.one(Costs.TABLE, Costs.class).callNanos();
        Span told = new Span(time.stallsFromNanos(), observed.to());
        List<SingleCall> calls = answer.all(SingleCall.TABLE, SingleCall.class).stream()
                .filter(call -> call.span().to() >= observed.from())
                .toList();
        Map<CallsKey, List<SingleCall>> byKey = calls.stream().collect(Collectors.groupingBy(CallsKey::of));
        List<ProbeCalls> probes = new ArrayList<>();
        LogHistograms histograms = LogHistograms.of(answer);
        for (CallsKey key : histograms.keys()) {
            Histogram histogram = histograms.of(key);
            probes.add(new ProbeCalls(
                    key,
                    histogram,
                    histogram,
                    Samples.counted(byKey.getOrDefault(key, List.of()), histogram),
                    Samples.lost(answer, key.probe(), key.tags(), key.outcome()),
                    entries(deep, methods(answer, key.label())),
                    Samples.whyNone(answer, histogram, wanted)));
        }
        List<String> said = new ArrayList<>(Samples.remarks(answer));
        answer.all(Remark.STUCK, Remark.class).forEach(row -> said.add(row.sentence()));
        said.addAll(Disturbances.remarks(answer));
        if (told.from() > observed.from()) {
            said.add("stalls are known one by one for the last " + DurationText.of(told.nanos())
                    + " only: calls before have what the agent told of them, and coincidences are too low");
        }
        said.addAll(remarks);
        return new WhyReport(
                        new WhySubject(pid, "", JvmFinder.main(pid)),
                        observed,
                        time.startMillis(),
                        List.of(),
                        CallEvidence.of(stalls(answer), deep, callNanos, told).with(calls),
                        Disturbances.of(answer),
                        List.copyOf(said))
                .explaining(probes, wanted);
    }

    /** The same with slow calls, whatever they were read from. */
    WhyReport explaining(List<ProbeCalls> probes, Wanted wanted) {
        Set<MonitorEntry> told = Collections.newSetFromMap(new IdentityHashMap<>());
        List<ProbeTail> all = probes.stream()
                .sorted(Comparator.comparing(calls -> !calls.key().outcome().equals("ok")))
                .map(calls -> tail(
                        calls,
                        calls.entries().stream().filter(told::add).toList(), // how the call ended is not known
                        wanted))
                .sorted(Comparator.comparingDouble(ProbeTail::allNanos).reversed())
                .toList();
        return new WhyReport(subject, observed, startMillis, all, evidence, disturbances, remarks);
    }

    private static List<MonitorEntry> entries(DeepTimeline deep, Set<String> methods) {
        return deep == null
                ? List.of()
                : deep.monitorEntries().stream()
                        .filter(entry -> methods.contains(entry.className() + '#' + entry.method()))
                        .toList();
    }

    private static List<Stall> stalls(Answer answer) {
        return answer.all(SingleStall.TABLE, SingleStall.class).stream()
                .map(stall -> new Stall(StallKind.labelled(stall.kind()), stall.startNanos(), stall.nanos(), 0))
                .toList();
    }

    /** Which probes of the patterns have recorded no call, in a sentence; nothing where all had. */
    static List<String> notCalled(Answer begun, Answer found) {
        Set<String> names = begun.all(MethodRow.TABLE, MethodRow.class).stream()
                .filter(method -> method.verdict().equals("probed"))
                .map(MethodRow::probe)
                .collect(Collectors.toCollection(TreeSet::new));
        found.all(ReportRow.TABLE, ReportRow.class).stream()
                .filter(row -> row.count() > 0)
                .forEach(row -> names.remove(row.probe() + Texts.label(row.tags())));
        return names.isEmpty()
                ? List.of()
                : List.of("no call was recorded that ended in this time: "
                        + names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                        + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : ""));
    }

    /** The methods that record into a probe, which is named with its tags, as class and name. */
    private static Set<String> methods(Answer answer, String probe) {
        Set<String> methods = new HashSet<>();
        for (MethodRow method : answer.all(MethodRow.TABLE, MethodRow.class)) {
            if (method.probe().equals(probe)) {
                methods.add(method.className() + '#' + method.method().replaceFirst("\\(.*", ""));
            }
        }
        return methods;
    }

    private ProbeTail tail(ProbeCalls calls, List<MonitorEntry> entries, Wanted wanted) {
        Map<SingleCall, CallSplit> splits = new IdentityHashMap<>();
        calls.kept().forEach(call -> splits.put(call, evidence.split(call)));
        BandFigures figures = BandFigures.of(
                calls.counted(),
                calls.kept().stream()
                        .filter(SingleCall::isSampled)
                        .map(call -> splits.get(call).sampled())
                        .toList(),
                calls.lost(),
                calls.histogram().getTotalCount() == 0 ? wanted.ofAll() : wanted,
                ProbeTail::isRemovable);
        List<SingleCall> explained = calls.kept().stream()
                .filter(call -> figures.band().contains(call.nanos()))
                .toList();
        return new ProbeTail(
                calls.key(),
                figures,
                calls.histogram(),
                explained.stream().map(splits::get).toList(),
                calls.kept().stream()
                        .filter(call -> !figures.band().contains(call.nanos()))
                        .map(splits::get)
                        .toList(),
                new CallWeights(
                        calls.counted(),
                        figures.band(),
                        explained.stream().filter(SingleCall::isSampled).mapToLong(SingleCall::nanos)),
                evidence.chance(explained, observed),
                entries,
                calls.nothingKept());
    }

    /** What the calls of a probe that were looked at met that is no cause with a time of its own, one sentence each. */
    List<String> circumstances(ProbeTail tail) {
        List<CallSplit> lookedAt =
                tail.splits().stream().filter(split -> split.call().isSampled()).toList();
        List<String> lines = new ArrayList<>(disturbances.lines(lookedAt));
        lines.addAll(deoptimisations().lines(lookedAt));
        if (tail.hidesWaitsOfVirtualThreads()) {
            lines.add(MOST_VIRTUAL);
        }
        return lines;
    }

    Deoptimisations deoptimisations() {
        return new Deoptimisations(evidence.deep());
    }

    /** A moment of the observed time, in ms since 1970. */
    long wallMillis(long nanoTime) {
        return startMillis + Math.round((nanoTime - observed.from()) / 1e6);
    }
}
