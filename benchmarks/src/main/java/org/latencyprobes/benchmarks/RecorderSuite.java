package org.latencyprobes.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latencyprobes.benchmarks.subject.Recorder;
import org.latencyprobes.benchmarks.subject.RecorderBenchmark;
import org.latencyprobes.benchmarks.trial.BenchmarkPreset;
import org.latencyprobes.benchmarks.trial.ForkResult;
import org.latencyprobes.benchmarks.trial.GoalCheck;
import org.latencyprobes.benchmarks.trial.JmhFork;
import org.latencyprobes.benchmarks.trial.ReportSection;
import org.latencyprobes.benchmarks.trial.ReportSection.Topic;
import org.latencyprobes.benchmarks.trial.RoundValues;
import org.latencyprobes.benchmarks.trial.Suite;
import org.latencyprobes.benchmarks.trial.Trial;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.internal.report.Grid;

/** The suite that runs {@link RecorderBenchmark} on one JDK. */
final class RecorderSuite implements Suite {

    private static final double LIMIT_NANOS = 3;

    private final BenchmarkPreset preset;
    private final JavaRuntime jdk;
    private final List<Integer> threads;
    private final Map<Recorder, Map<Integer, RoundValues>> nanos = new EnumMap<>(Recorder.class);
    private final Map<Recorder, RoundValues> bytes = new EnumMap<>(Recorder.class);

    RecorderSuite(BenchmarkPreset preset, JavaRuntime jdk) {
        this.preset = preset;
        this.jdk = jdk;
        threads =
                preset.everyCombination() ? preset.threads() : preset.threads().subList(0, 1);
        for (Recorder recorder : Recorder.values()) {
            nanos.put(recorder, new TreeMap<>());
            threads.forEach(count -> nanos.get(recorder).put(count, new RoundValues()));
            bytes.put(recorder, new RoundValues());
        }
    }

    @Override
    public List<Trial> round(int round) {
        List<Trial> trials = new ArrayList<>();
        for (int count : threads) {
            for (Recorder recorder : Recorder.values()) {
                if (count == 1 || recorder.isConcurrent()) {
                    trials.add(trial(recorder, count));
                }
            }
        }
        return trials;
    }

    private Trial trial(Recorder recorder, int count) {
        JmhFork fork = new JmhFork(preset, jdk, RecorderBenchmark.class, "record", count)
                .parameter("recorder", recorder.name())
                .jvmArguments(List.of());
        return new Trial(
                jdk.shortLabel() + ", " + recorder.title() + ", " + count + " threads",
                JmhFork.START_MILLIS + preset.jvmMillis(),
                () -> add(recorder, count, fork.run()));
    }

    private void add(Recorder recorder, int count, ForkResult figures) {
        nanos.get(recorder).get(count).add(figures.nanos());
        bytes.get(recorder).add(figures.bytes());
    }

    @Override
    public List<ReportSection> sections() {
        List<String> headings = new ArrayList<>(List.of("recorder"));
        threads.forEach(count -> headings.add(count + (count == 1 ? " thread, ns" : " threads, ns")));
        headings.add("bytes");
        Grid grid = new Grid(1, headings);
        for (Recorder recorder : Recorder.values()) {
            List<String> row = new ArrayList<>(List.of(recorder.title()));
            for (int count : threads) {
                row.add(added(recorder, count).text(1));
            }
            row.add(RoundValues.number(bytes.get(recorder).median(), 1));
            grid.add(row);
        }
        return List.of(new ReportSection(Topic.RECORDER, jdk.label(), grid, ""));
    }

    /** The time that recording adds to taking the duration; for {@link Recorder#NONE} the taking itself. */
    private RoundValues added(Recorder recorder, int count) {
        RoundValues all = nanos.get(recorder).get(count);
        if (recorder == Recorder.NONE) {
            return all;
        }
        return all.less(nanos.get(Recorder.NONE).get(count));
    }

    @Override
    public List<GoalCheck> goals() {
        RoundValues loop = nanos.get(Recorder.NONE).get(1);
        RoundValues added = added(Recorder.COUNTS, 1);
        return List.of(new GoalCheck(
                jdk.shortLabel() + ", recording alone, 1 thread ≤ " + RoundValues.number(LIMIT_NANOS, 0) + " ns",
                added.text(1) + " ns",
                GoalCheck.status(added, 0, LIMIT_NANOS, loop.max() - loop.min())));
    }

    @Override
    public Map<SummaryLine, String> summary() {
        return Map.of();
    }
}
