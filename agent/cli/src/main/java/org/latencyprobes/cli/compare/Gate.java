package org.latencyprobes.cli.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.pattern.FullName;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;
import org.latencyprobes.analysis.statistics.QuantileComparison;
import org.latencyprobes.analysis.statistics.QuantileEstimate;
import org.latencyprobes.cli.logs.LineFilter;

/**
 * The judgement of rules. A latency rule fails only if its whole interval is beyond the limit, and passes only if its whole interval is
 * within. Errors and jitter have no interval.
 *
 * @param rules at least one
 * @param run the runs that are judged
 * @param baseline the runs to compare with; null if no rule needs them
 * @param method how the runs are compared with the baseline
 */
record Gate(List<GateRule> rules, Side run, Side baseline, ComparisonMethod method) {

    /** How a rule came out, from the best to the worst. */
    enum Result {
        /** The limit holds. */
        PASSED,
        /** The recordings do not tell. */
        INCONCLUSIVE,
        /** The limit does not hold. */
        FAILED
    }

    /**
     * A rule on one probe.
     *
     * @param rule the rule
     * @param probe the probe with its tags
     * @param result how it came out
     * @param message the figures, or why there is no result
     */
    record Outcome(GateRule rule, String probe, Result result, String message) {}

    /**
     * Judges.
     *
     * @throws IllegalArgumentException if no run has a rule's probe, or a baseline is missing
     */
    List<Outcome> outcomes() {
        List<Outcome> outcomes = new ArrayList<>();
        long intervals = rules.stream()
                .filter(Gate::hasInterval)
                .mapToLong(rule ->
                        probes(rule).stream().filter(run.probes()::contains).count())
                .sum();
        for (GateRule rule : rules) {
            double confidence = 1 - (1 - rule.confidence()) / Math.max(1, intervals);
            probes(rule).forEach(probe -> outcomes.add(outcome(rule, probe, confidence)));
        }
        boolean isNoisy = outcomes.stream()
                .anyMatch(each -> each.rule.isElseInconclusive()
                        && each.result == Result.INCONCLUSIVE
                        && run.probes().contains(each.probe));
        return isNoisy ? outcomes.stream().map(Gate::onNoisyMachine).toList() : outcomes;
    }

    private static boolean hasInterval(GateRule rule) {
        return rule.kind() == GateRule.Kind.LATENCY || rule.kind() == GateRule.Kind.BASELINE;
    }

    private static Outcome onNoisyMachine(Outcome outcome) {
        return outcome.result == Result.FAILED && hasInterval(outcome.rule)
                ? new Outcome(
                        outcome.rule,
                        outcome.probe,
                        Result.INCONCLUSIVE,
                        outcome.message + "; but the machine was too noisy to judge")
                : outcome;
    }

    /** By the name of the rule, or by that of the method which it names in full. */
    private List<String> probes(GateRule rule) {
        List<String> probes = probes(rule, rule.probe());
        if (probes.isEmpty()) {
            String ofMethod = FullName.probe(
                    rule.probe(), run.anyProbes().stream().map(Gate::name).toList());
            probes = ofMethod == null ? probes : probes(rule, ofMethod);
        }
        if (probes.isEmpty()) {
            throw new IllegalArgumentException(rule.place() + ": no run has a probe \"" + rule.probe() + '"'
                    + NearestName.end(
                            rule.probe(),
                            run.anyProbes().stream().map(Gate::name).toList()));
        }
        return probes;
    }

    private List<String> probes(GateRule rule, String name) {
        boolean isJitter = rule.kind() == GateRule.Kind.JITTER;
        NameGlob wanted = NameGlob.of(name);
        return run.anyProbes().stream()
                .filter(probe -> LineFilter.isJitter(probe) == isJitter)
                .filter(probe -> wanted.matches(probe) || wanted.matches(name(probe)))
                .toList();
    }

    /** Without its tags. */
    private static String name(String probe) {
        return probe.replaceFirst("\\{.*", "");
    }

    /** A share of errors needs no probe in all runs: a run without calls of it has no errors of it. */
    private Outcome outcome(GateRule rule, String probe, double confidence) {
        if (rule.kind() != GateRule.Kind.ERRORS && !run.probes().contains(probe)) {
            return new Outcome(rule, probe, Result.INCONCLUSIVE, "not in all runs");
        }
        return switch (rule.kind()) {
            case LATENCY -> latency(rule, probe, confidence);
            case BASELINE -> ratio(rule, probe, confidence);
            case ERRORS -> errors(rule, probe);
            case JITTER -> jitter(rule, probe);
        };
    }

    private Outcome latency(GateRule rule, String probe, double confidence) {
        List<QuantileComparison> compared = method.compared(run, run, probe, List.of(rule.percentile()));
        if (compared.isEmpty()) {
            return new Outcome(rule, probe, Result.INCONCLUSIVE, "a run has no call that returned");
        }
        QuantileComparison alone = compared.get(0);
        QuantileEstimate estimate = alone.before();
        if (!alone.isJudgeable()) {
            return new Outcome(
                    rule,
                    probe,
                    Result.INCONCLUSIVE,
                    DurationText.of(estimate.nanos()) + "; " + alone.verdict(confidence)
                            + (estimate.obstacle() == QuantileEstimate.Obstacle.FEW_BLOCKS
                                    ? above(rule, run.blocks(probe))
                                    : ""));
        }
        ConfidenceInterval nanos = estimate.interval(confidence);
        return new Outcome(
                rule,
                probe,
                result(nanos, rule.limit()),
                DurationText.of(nanos.estimate()) + " (" + DurationText.of(nanos.low()) + " to "
                        + DurationText.of(nanos.high()) + ")");
    }

    /** Says where each stretch is above the limit. The rule does not fail for it: one disturbance may have lasted for all of them. */
    private static String above(GateRule rule, List<Histogram> stretches) {
        List<Histogram> called = stretches.stream()
                .filter(stretch -> stretch.getTotalCount() > 0)
                .toList();
        boolean isEach = called.size() > 1
                && called.stream().allMatch(stretch -> nanos(stretch, rule.percentile()) > rule.limit());
        return isEach ? "; each of them is above the limit" : "";
    }

    private static Result result(ConfidenceInterval interval, double limit) {
        return interval.isAbove(limit) ? Result.FAILED : interval.isBelow(limit) ? Result.PASSED : Result.INCONCLUSIVE;
    }

    private Outcome ratio(GateRule rule, String probe, double confidence) {
        if (baseline == null) {
            throw new IllegalArgumentException(rule.place() + ": the rule has a baseline, and so needs two sides");
        }
        if (!baseline.probes().contains(probe)) {
            if (rule.probe().contains("*")) {
                return new Outcome(rule, probe, Result.INCONCLUSIVE, "not in all runs of the baseline");
            }
            throw new IllegalArgumentException(rule.place() + ": not all runs of the baseline have " + probe);
        }
        List<QuantileComparison> compared = method.compared(baseline, run, probe, List.of(rule.percentile()));
        if (compared.isEmpty()) {
            return new Outcome(rule, probe, Result.INCONCLUSIVE, "a run has no call that returned");
        }
        QuantileComparison comparison = compared.get(0);
        if (comparison.basis() == QuantileComparison.Basis.RECORDINGS) {
            return new Outcome(
                    rule,
                    probe,
                    Result.INCONCLUSIVE,
                    "runs: " + run.runs().size() + ", of the baseline: "
                            + baseline.runs().size() + "; " + QuantileEstimate.LEAST_RUNS
                            + " of each are needed, or a stored spread that fits");
        }
        return new Outcome(
                rule,
                probe,
                comparison.isJudgeable() ? result(comparison.ratio(confidence), rule.limit()) : Result.INCONCLUSIVE,
                comparison.isJudgeable()
                        ? comparison.ratio(confidence).ratioText() + " x baseline"
                        : comparison.verdict(confidence));
    }

    private Outcome errors(GateRule rule, String probe) {
        double percent = run.errorPercent(probe);
        return new Outcome(
                rule,
                probe,
                percent <= rule.limit() ? Result.PASSED : Result.FAILED,
                String.format(Locale.ROOT, "%.4g %% of %,d calls", percent, run.calls(probe)));
    }

    /** The noisiest run counts. */
    private Outcome jitter(GateRule rule, String probe) {
        double nanos = run.totals(probe).stream()
                .mapToDouble(total -> nanos(total, rule.percentile()))
                .max()
                .orElse(0);
        Result beyond = rule.isElseInconclusive() ? Result.INCONCLUSIVE : Result.FAILED;
        return new Outcome(
                rule,
                probe,
                nanos <= rule.limit() ? Result.PASSED : beyond,
                DurationText.of(nanos) + " in the noisiest run");
    }

    private static double nanos(Histogram total, double percentile) {
        return total.getValueAtPercentile(percentile);
    }
}
