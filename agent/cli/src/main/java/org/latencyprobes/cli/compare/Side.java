package org.latencyprobes.cli.compare;

import static org.latencyprobes.internal.report.UnitFactors.MILLIS_PER_SECOND;
import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.statistics.QuantileEstimate;

/**
 * One side of a comparison: its runs.
 *
 * @param name in headings
 * @param runs at least one
 */
record Side(String name, List<Run> runs) {

    /** The probes that all runs have. */
    Set<String> probes() {
        Set<String> probes = new TreeSet<>(runs.get(0).probes().keySet());
        runs.forEach(run -> probes.retainAll(run.probes().keySet()));
        return probes;
    }

    /** The probes that some run has. */
    Set<String> anyProbes() {
        Set<String> probes = new TreeSet<>();
        runs.forEach(run -> probes.addAll(run.probes().keySet()));
        return probes;
    }

    /** All samples of each run; empty if a run has none. */
    List<Histogram> totals(String probe) {
        List<Histogram> totals = recordings(probe).stream().map(ProbeRun::total).toList();
        return totals.stream().allMatch(Objects::nonNull) ? totals : List.of();
    }

    private List<ProbeRun> recordings(String probe) {
        return runs.stream()
                .map(run -> run.probes().get(probe))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The blocks of time of all runs, each without its warm-up where that can be told. */
    List<Histogram> blocks(String probe) {
        return recordings(probe).stream()
                .flatMap(recording -> QuantileEstimate.withoutWarmUp(recording.blocks()).stream())
                .toList();
    }

    /** How much warm-up is left out of the blocks of a probe, in ms. */
    long warmUpMillis(String probe) {
        return recordings(probe).stream()
                .map(ProbeRun::blocks)
                .filter(blocks -> !blocks.isEmpty())
                .mapToLong(
                        blocks -> QuantileEstimate.withoutWarmUp(blocks).get(0).getStartTimeStamp()
                                - blocks.get(0).getStartTimeStamp())
                .sum();
    }

    /** The time that its runs are of, in s. */
    double seconds() {
        return runs.stream().mapToLong(Run::coveredMillis).sum() / MILLIS_PER_SECOND;
    }

    /** The number of calls in all runs, whatever their outcome. */
    long calls(String probe) {
        return sum(probe, ProbeRun::calls);
    }

    /** How many calls were counted and not timed. */
    long untimed(String probe) {
        return sum(probe, ProbeRun::untimed);
    }

    /** The causes of a probe's slow calls in all runs; null where the runs do not tell them. */
    CauseTimes causes(String probe) {
        List<CauseTimes> ofRuns = runs.stream()
                .map(run -> run.causes().get(probe))
                .filter(Objects::nonNull)
                .toList();
        if (ofRuns.isEmpty() && (runsWithCauses() == 0 || runs.stream().anyMatch(Run::isFullOfCauses))) {
            return null;
        }
        CauseTimes sum = new CauseTimes();
        ofRuns.forEach(sum::add);
        return sum;
    }

    /** How many runs have causes of slow calls, of whichever probe. */
    long runsWithCauses() {
        return runs.stream().filter(run -> !run.causes().isEmpty()).count();
    }

    /** The share of calls that threw, in %. */
    double errorPercent(String probe) {
        return calls(probe) == 0 ? 0 : PERCENT * sum(probe, ProbeRun::errors) / calls(probe);
    }

    /** The calls per second of the time that the runs are of; 0 where that is not known. */
    double perSecond(String probe) {
        long millis = runs.stream().mapToLong(Run::coveredMillis).sum();
        return millis == 0 ? 0 : calls(probe) * MILLIS_PER_SECOND / millis;
    }

    private long sum(String probe, ToLongFunction<ProbeRun> count) {
        return recordings(probe).stream().mapToLong(count).sum();
    }
}
