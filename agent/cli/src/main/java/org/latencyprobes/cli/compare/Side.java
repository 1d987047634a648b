package org.latencyprobes.cli.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.analysis.statistics.QuantileEstimate;
import org.latencyprobes.cli.merge.LineFilter;
import org.latencyprobes.cli.merge.LogSource;

/**
 * One side of a comparison: its runs.
 *
 * @param name in headings
 * @param runs at least one
 */
record Side(String name, List<Run> runs) {

    /** Between half and all of so many blocks are kept of a run; a few runs share them. */
    private static final int MOST_BLOCKS = 128;

    private static final double MILLIS_PER_SECOND = 1_000;
    private static final double PERCENT = 100;

    /** Reads the logs of a side. Runs that are enough for Student's t need no blocks of time. */
    static Side read(
            String name,
            Map<String, List<LogSource>> sources,
            boolean hasBlocks,
            LineFilter filter,
            boolean skipsBad,
            Answer remarks)
            throws IOException {
        List<Run> runs = new ArrayList<>();
        int mostBlocks = hasBlocks ? MOST_BLOCKS / Math.min(2, sources.size()) : 1;
        for (Map.Entry<String, List<LogSource>> source : sources.entrySet()) {
            runs.add(Run.read(source.getKey(), source.getValue(), filter, skipsBad, mostBlocks, remarks));
        }
        return new Side(name, List.copyOf(runs));
    }

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
        List<Histogram> totals =
                recordings(probe).stream().map(ProbeRecording::total).toList();
        return totals.stream().allMatch(Objects::nonNull) ? totals : List.of();
    }

    private List<ProbeRecording> recordings(String probe) {
        return runs.stream()
                .map(run -> run.probes().get(probe))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The estimates of each percentile: over runs, or over the blocks of time of all runs. */
    List<QuantileEstimate> estimates(String probe, List<Double> percentiles, boolean isOfRuns) {
        List<Histogram> parts = isOfRuns
                ? totals(probe)
                : recordings(probe).stream()
                        .flatMap(recording -> recording.blocks().stream())
                        .toList();
        return percentiles.stream()
                .map(percentile -> isOfRuns
                        ? QuantileEstimate.ofRuns(parts, percentile)
                        : QuantileEstimate.ofBlocks(parts, percentile))
                .toList();
    }

    /** The number of calls in all runs, whatever their outcome. */
    long calls(String probe) {
        return sum(probe, ProbeRecording::calls);
    }

    /** How many calls were counted and not timed. */
    long untimed(String probe) {
        return sum(probe, ProbeRecording::untimed);
    }

    /** The share of calls that threw, in %. */
    double errorPercent(String probe) {
        return calls(probe) == 0 ? 0 : PERCENT * sum(probe, ProbeRecording::errors) / calls(probe);
    }

    /** The calls per second of the time that the logs cover. */
    double perSecond(String probe) {
        long millis = runs.stream().mapToLong(Run::coveredMillis).sum();
        return millis == 0 ? 0 : calls(probe) * MILLIS_PER_SECOND / millis;
    }

    private long sum(String probe, ToLongFunction<ProbeRecording> count) {
        return recordings(probe).stream().mapToLong(count).sum();
    }
}
