package org.latencyprobes.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latencyprobes.benchmarks.Section.Topic;
import org.latencyprobes.report.Grid;

/** {@link RecorderBenchmark} on one JDK. */
final class RecorderSuite implements Suite {

    private static final List<Integer> THREADS = List.of(1, 2, 8);
    private static final long FORK_MILLIS = 800;

    private final Preset preset;
    private final Jdk jdk;
    private final Map<Recorder, Map<Integer, Series>> nanos = new EnumMap<>(Recorder.class);
    private final Map<Recorder, Series> bytes = new EnumMap<>(Recorder.class);

    RecorderSuite(Preset preset, Jdk jdk) {
        this.preset = preset;
        this.jdk = jdk;
        for (Recorder recorder : Recorder.values()) {
            nanos.put(recorder, new TreeMap<>());
            THREADS.forEach(threads -> nanos.get(recorder).put(threads, new Series()));
            bytes.put(recorder, new Series());
        }
    }

    @Override
    public List<Step> round(int round) {
        List<Step> steps = new ArrayList<>();
        if (round < preset.recorderRounds()) {
            for (int threads : THREADS) {
                for (Recorder recorder : Recorder.values()) {
                    if (threads == 1 || recorder.isConcurrent()) {
                        steps.add(step(recorder, threads));
                    }
                }
            }
        }
        return steps;
    }

    private Step step(Recorder recorder, int threads) {
        JmhFork fork = new JmhFork(preset, jdk, RecorderBenchmark.class, "record", threads)
                .parameter("recorder", recorder.name())
                .jvmArguments(jdk.flags());
        return new Step(
                jdk.shortLabel() + ", " + recorder.title() + ", " + threads + " threads",
                FORK_MILLIS + preset.jvmMillis(),
                () -> add(recorder, threads, fork.run()));
    }

    private void add(Recorder recorder, int threads, Figures figures) {
        nanos.get(recorder).get(threads).add(figures.nanos());
        bytes.get(recorder).add(figures.bytes());
    }

    @Override
    public List<Section> sections() {
        Grid grid = new Grid(1, List.of("recorder", "1 thread, ns", "2 threads, ns", "8 threads, ns", "bytes"));
        for (Recorder recorder : Recorder.values()) {
            List<String> row = new ArrayList<>(List.of(recorder.title()));
            for (int threads : THREADS) {
                row.add(added(recorder, threads).text(1));
            }
            row.add(Series.number(bytes.get(recorder).median(), 1));
            grid.add(row);
        }
        return List.of(new Section(Topic.RECORDER, jdk.label(), grid));
    }

    /** What recording adds to taking the duration; for {@link Recorder#NONE} that itself. */
    private Series added(Recorder recorder, int threads) {
        Series all = nanos.get(recorder).get(threads);
        if (recorder == Recorder.NONE) {
            return all;
        }
        Series added = new Series();
        for (int round = 0; round < all.size(); round++) {
            added.add(all.get(round) - nanos.get(Recorder.NONE).get(threads).get(round));
        }
        return added;
    }

    @Override
    public List<Verdict> verdicts() {
        return List.of();
    }
}
