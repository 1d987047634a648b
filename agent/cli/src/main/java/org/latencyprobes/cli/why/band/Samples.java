package org.latencyprobes.cli.why.band;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.SampledProbe;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.slow.SampledCalls;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.internal.counts.Strata;

/** What the agent tells of its samples of calls. Stateless. */
public final class Samples {

    /** What is said where no call of a probe is known. */
    public static final String NONE = "no slow call was kept";

    private Samples() {}

    /**
     * The sentence that says why no call of a probe is known.
     *
     * @param answer the agent's
     * @param calls durations of all its calls, in ns
     * @param wanted which calls are explained
     * @return the sentence, not ended
     */
    public static String whyNone(Answer answer, Histogram calls, Band.Wanted wanted) {
        if (calls.getMaxValue() < wanted.slowNanos()) {
            return noneTook(wanted);
        }
        return answer.all(SampledProbe.TABLE, SampledProbe.class).size() < SampledCalls.PROBES
                ? NONE
                : NONE + ": those of " + SampledCalls.PROBES + " other probes and outcomes were";
    }

    /**
     * The same where the longest call is shorter than those that are wanted.
     *
     * @param wanted calls from a duration on
     * @return the sentence, not ended
     */
    public static String noneTook(Band.Wanted wanted) {
        return "no call took " + DurationText.of(wanted.slowNanos()) + " or longer";
    }

    /**
     * How many calls of a probe and outcome had no chance to be in the sample.
     *
     * @param answer the agent's
     * @param name of the probe
     * @param tags of the probe
     * @param outcome how the calls ended
     * @return by stratum
     */
    public static double[] lost(Answer answer, String name, Map<String, String> tags, String outcome) {
        double[] lost = new double[Strata.COUNT];
        for (SampledProbe probe : answer.all(SampledProbe.TABLE, SampledProbe.class)) {
            if (probe.probe().equals(name)
                    && probe.tags().equals(tags)
                    && probe.outcome().equals(outcome)) {
                for (Map.Entry<String, Double> stratum : probe.lost().entrySet()) {
                    lost[Integer.parseInt(stratum.getKey())] += stratum.getValue();
                }
            }
        }
        return lost;
    }

    /**
     * Those calls of a probe and outcome that are counted, too. The agent counts first and takes its sample then, so that this may have calls that ended
     * in between: of each sub-bucket the last ones.
     *
     * @param calls in any order
     * @param counts durations of all that are counted, in ns
     * @return of no duration more than are counted, slowest first
     */
    public static List<SingleCall> counted(List<SingleCall> calls, Histogram counts) {
        long[] left = LayoutSubBuckets.counts(counts);
        List<SingleCall> counted = new ArrayList<>(calls);
        counted.sort(Comparator.comparingLong(call -> call.span().to()));
        counted.removeIf(call -> {
            int subBucket = LayoutSubBuckets.INSTANCE.of(call.nanos());
            return subBucket >= left.length || left[subBucket]-- <= 0;
        });
        counted.sort(Comparator.comparingLong(SingleCall::nanos).reversed());
        return counted;
    }

    /**
     * What a reader should know of them.
     *
     * @param answer the agent's
     * @return one sentence each
     */
    public static List<String> remarks(Answer answer) {
        List<SampledProbe> samples = answer.all(SampledProbe.TABLE, SampledProbe.class);
        return samples.stream()
                .mapToInt(SampledProbe::most)
                .filter(most -> most < SampledCalls.WATCHED)
                .mapToObj(most -> "at most " + most + " calls of each probe were looked at, since " + samples.size()
                        + " probes and outcomes had calls")
                .limit(1)
                .toList();
    }
}
