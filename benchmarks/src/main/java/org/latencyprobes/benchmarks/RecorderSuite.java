package org.latencyprobes.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latencyprobes.benchmarks.ReportSection.Topic;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.report.Grid;

/** The suite that runs {@link RecorderBenchmark} on one JDK. */
final class RecorderSuite implements Suite {

    private static final List<Integer> THREADS = List.of(1, 2, 8);
    private static final long FORK_MILLIS = 800;

    private final BenchmarkPreset preset;
    private final JavaRuntime jdk;
    private final Map<Recorder, Map<Integer, RoundValues>> nanos = new EnumMap<>(Recorder.class);
    private final Map<Recorder, RoundValues> bytes = new EnumMap<>(Recorder.class);

    RecorderSuite(BenchmarkPreset preset, JavaRuntime jdk) {
        this.preset = preset;
        this.jdk = jdk;
        for (Recorder recorder : Recorder.values()) {
            nanos.put(recorder, new TreeMap<>());
            THREADS.forEach(threads -> nanos.get(recorder).put(threads, new RoundValues()));
            bytes.put(recorder, new RoundValues());
        }
    }

    @Override
    public List<Trial> round(int round) {
        List<Trial> trials = new ArrayList<>();
        if (round < preset.recorderRounds()) {
            for (int threads : THREADS) {
                for (Recorder recorder : Recorder.values()) {
                    if (threads == 1 || recorder.isConcurrent()) {
                        trials.add(trial(recorder, threads));
                    }
                }
            }
        }
        return trials;
    }

    private Trial trial(Recorder recorder, int threads) {
        JmhFork fork = new JmhFork(preset, jdk, RecorderBenchmark.class, "record", threads)
                .parameter("recorder", recorder.name())
                .jvmArguments(JmhFork.flags(jdk));
        return new Trial(
                jdk.shortLabel() + ", " + recorder.title() + ", " + threads + " threads",
                FORK_MILLIS + preset.jvmMillis(),
                () -> add(recorder, threads, fork.run()));
    }

    private void add(Recorder recorder, int threads, ForkResult figures) {
        nanos.get(recorder).get(threads).add(figures.nanos());
        bytes.get(recorder).add(figures.bytes());
    }

    @Override
    public List<ReportSection> sections() {
        Grid grid = new Grid(1, List.of("recorder", "1 thread, ns", "2 threads, ns", "8 threads, ns", "bytes"));
        for (Recorder recorder : Recorder.values()) {
            List<String> row = new ArrayList<>(List.of(recorder.title()));
            for (int threads : THREADS) {
                row.add(added(recorder, threads).text(1));
            }
            row.add(RoundValues.number(bytes.get(recorder).median(), 1));
            grid.add(row);
        }
        return List.of(new ReportSection(Topic.RECORDER, jdk.label(), grid));
    }

    /** The time that recording adds to taking the duration; for {@link Recorder#NONE} the taking itself. */
    private RoundValues added(Recorder recorder, int threads) {
        RoundValues all = nanos.get(recorder).get(threads);
        if (recorder == Recorder.NONE) {
            return all;
        }
        RoundValues added = new RoundValues();
        for (int round = 0; round < all.size(); round++) {
            added.add(all.get(round) - nanos.get(Recorder.NONE).get(threads).get(round));
        }
        return added;
    }

    @Override
    public List<GoalCheck> goals() {
        return List.of();
    }
}
