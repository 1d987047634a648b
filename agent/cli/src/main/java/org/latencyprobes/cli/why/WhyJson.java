package org.latencyprobes.cli.why;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;
import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.band.BandFigures;
import org.latencyprobes.explain.sample.Share;
import org.latencyprobes.internal.report.PercentileBounds;

/** Slow calls and their causes as tables, for scripts. Stateless. */
public final class WhyJson {

    private record Watch(Long pid, String recording, long startMillis, double lengthus) {}

    private record Tail(
            String probe,
            Map<String, String> tags,
            String outcome,
            Long count,
            double p50us,
            double p99us,
            double p999us,
            double maxus,
            String band,
            double fromus,
            long calls,
            int keptCalls,
            double lostPercent,
            double totalus) {}

    private record Cause(
            String probe,
            Map<String, String> tags,
            String outcome,
            String cause,
            double percent,
            double percentLow,
            double percentHigh,
            double callsPercent,
            double callsPercentLow,
            double callsPercentHigh,
            double byChancePercent,
            double totalus,
            long calls,
            String detail) {}

    private record Without(
            String probe,
            Map<String, String> tags,
            String outcome,
            String cause,
            double percentile,
            double valueus,
            double lowus,
            double highus,
            boolean isAtMost) {}

    private record Call(
            String probe,
            Map<String, String> tags,
            String outcome,
            long atMillis,
            long startNanos,
            String trace,
            String thread,
            Long threadId,
            double durationus,
            String mainCause,
            List<String> stack,
            List<String> disturbedBy,
            List<String> deoptimised) {}

    private record CallCause(
            String probe, Map<String, String> tags, long startNanos, Long threadId, String cause, double lengthus) {}

    private record Entries(String probe, Map<String, String> tags, int count, double totalus) {}

    private WhyJson() {}

    /**
     * Adds the tables {@code watch}, {@code tails}, {@code causes}, {@code without}, {@code slowCalls}, {@code slowCallCauses} and {@code monitorEntries}.
     *
     * @param report what was found
     * @param answer gets them
     * @return the answer
     */
    public static Answer to(Answer answer, WhyReport report) {
        List<Tail> tails = new ArrayList<>();
        List<Cause> causes = new ArrayList<>();
        List<Without> without = new ArrayList<>();
        List<Call> calls = new ArrayList<>();
        List<CallCause> callCauses = new ArrayList<>();
        List<Entries> entries = new ArrayList<>();
        for (ProbeTail tail : report.tails()) {
            tails.add(tail(tail));
            tail.causes().forEach(cause -> causes.add(cause(tail, cause)));
            tail.figures().without().forEach(one -> without.add(without(tail, one)));
            for (CallSplit split : tail.splits()) {
                calls.add(call(report, split));
                split.nanos().forEach((cause, nanos) -> callCauses.add(callCause(split.call(), cause, nanos)));
            }
            if (!tail.entries().isEmpty()) {
                entries.add(entries(tail));
            }
        }
        return answer.add("watch", Watch.class, List.of(watch(report)))
                .add("tails", Tail.class, tails)
                .add("causes", Cause.class, causes)
                .add("without", Without.class, without)
                .add("slowCalls", Call.class, calls)
                .add("slowCallCauses", CallCause.class, callCauses)
                .add("monitorEntries", Entries.class, entries);
    }

    private static Watch watch(WhyReport report) {
        return new Watch(
                report.subject().pid() == 0 ? null : report.subject().pid(),
                report.subject().recording(),
                report.startMillis(),
                report.observed().nanos() / NANOS_PER_MICRO);
    }

    private static Tail tail(ProbeTail tail) {
        boolean isMaxKnown = tail.isCounted() || !tail.splits().isEmpty();
        return new Tail(
                tail.key().probe(),
                tail.key().tags(),
                tail.key().outcome(),
                tail.isCounted() ? tail.histogram().getTotalCount() : null,
                percentile(tail, 50),
                percentile(tail, 99),
                percentile(tail, 99.9),
                isMaxKnown ? tail.maxNanos() / NANOS_PER_MICRO : Double.NaN,
                tail.figures().band().name(),
                tail.figures().band().fromNanos() / NANOS_PER_MICRO,
                tail.figures().beyond(),
                tail.figures().lookedAt(),
                PERCENT * tail.figures().lost(),
                tail.figures().nanos() / NANOS_PER_MICRO);
    }

    private static double percentile(ProbeTail tail, double percentile) {
        return tail.isCounted() && PercentileBounds.isSupported(tail.histogram().getTotalCount(), percentile)
                ? tail.percentileNanos(percentile) / NANOS_PER_MICRO
                : Double.NaN;
    }

    private static Cause cause(ProbeTail tail, BandFigures.OfCause cause) {
        Share time = cause.time();
        Share calls = cause.calls();
        return new Cause(
                tail.key().probe(),
                tail.key().tags(),
                tail.key().outcome(),
                cause.cause(),
                PERCENT * time.estimate(),
                PERCENT * time.low(),
                PERCENT * time.high(),
                PERCENT * calls.estimate(),
                PERCENT * calls.low(),
                PERCENT * calls.high(),
                PERCENT * tail.chance().getOrDefault(cause.cause(), Double.NaN),
                time.estimate() * tail.figures().nanos() / NANOS_PER_MICRO,
                Math.round(calls.estimate() * tail.figures().beyond()),
                String.join("; ", tail.details(cause.cause())));
    }

    private static Without without(ProbeTail tail, BandFigures.Without without) {
        return new Without(
                tail.key().probe(),
                tail.key().tags(),
                tail.key().outcome(),
                without.cause(),
                without.percentile(),
                without.isAtMost() ? Double.NaN : without.nanos() / NANOS_PER_MICRO,
                without.isAtMost() ? Double.NaN : without.lowNanos() / NANOS_PER_MICRO,
                without.highNanos() / NANOS_PER_MICRO,
                without.isAtMost());
    }

    private static Call call(WhyReport report, CallSplit split) {
        SingleCall call = split.call();
        return new Call(
                call.probe(),
                call.tags(),
                call.outcome(),
                report.wallMillis(call.startNanos()),
                call.startNanos(),
                call.trace(),
                call.threadName(),
                call.threadId(),
                call.durationus(),
                split.mainCause(),
                call.stack(),
                report.disturbances().kinds(call),
                report.deoptimisations().sites(call));
    }

    private static CallCause callCause(SingleCall call, String cause, long nanos) {
        return new CallCause(
                call.probe(), call.tags(), call.startNanos(), call.threadId(), cause, nanos / NANOS_PER_MICRO);
    }

    private static Entries entries(ProbeTail tail) {
        long nanos = tail.entries().stream()
                .mapToLong(entry -> entry.waited().nanos())
                .sum();
        return new Entries(tail.key().probe(), tail.key().tags(), tail.entries().size(), nanos / NANOS_PER_MICRO);
    }
}
