package org.latencyprobes.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.benchmarks.ReportSection.Topic;
import org.latencyprobes.benchmarks.WovenGroup.Method;
import org.latencyprobes.benchmarks.WovenGroup.Variant;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.report.Grid;

/** The suite that runs {@link WovenBenchmark} on one JDK, in all its combinations. */
final class WovenSuite implements Suite {

    static final double ON_LIMIT = 1.10;
    static final double OFF_LIMIT = 0.05;

    /** The bytes per call that count as none: an object has 16, so one object in 32 calls reaches the limit. */
    static final double BYTES_LIMIT = 0.5;

    /** The least ratio that is possible: a probe that times reads the clock twice, so it can't cost much less than the baseline. */
    private static final double ON_LEAST = 0.8;

    private static final int[] THREADS = {1, 2, 8};
    private static final int MOST_THREADS_OF_GOALS = 2;
    private static final long FORK_MILLIS = 800;
    private static final List<Variant> ALL_VARIANTS = List.of(Variant.values());
    private static final List<Variant> VIRTUAL_VARIANTS = List.of(Variant.BARE, Variant.BASELINE, Variant.ON);

    private final BenchmarkPreset preset;
    private final JavaRuntime jdk;
    private final Path agent;
    private final List<WovenGroup> groups = new ArrayList<>();

    WovenSuite(BenchmarkPreset preset, JavaRuntime jdk, Path agent) {
        this.preset = preset;
        this.jdk = jdk;
        this.agent = agent;
        for (Method method : Method.values()) {
            addGroups(method);
        }
    }

    private void addGroups(Method method) {
        for (int threads : THREADS) {
            if (preset.everyCombination() || method != Method.LONG || threads == 1) {
                groups.add(new WovenGroup(method, threads, false, ALL_VARIANTS));
            }
            if (jdk.hasVirtualThreads() && (preset.everyCombination() || method == Method.SHORT)) {
                groups.add(new WovenGroup(method, threads, true, VIRTUAL_VARIANTS));
            }
        }
    }

    @Override
    public List<Trial> round(int round) {
        List<Trial> trials = new ArrayList<>();
        for (WovenGroup group : groups) {
            for (Variant variant : group.variants(round)) {
                trials.add(trial(group, variant));
            }
        }
        return trials;
    }

    private Trial trial(WovenGroup group, Variant variant) {
        JmhFork fork = new JmhFork(preset, jdk, WovenBenchmark.class, group.methodOf(variant), group.threads())
                .jvmArguments(jvmArguments(group, variant));
        return new Trial(
                jdk.shortLabel() + ", " + group.title() + ", " + variant.name().toLowerCase(Locale.ROOT),
                FORK_MILLIS + preset.jvmMillis(),
                () -> group.add(variant, fork.run()));
    }

    /** All variants run with the agent, which does not touch what it does not weave. */
    private List<String> jvmArguments(WovenGroup group, Variant variant) {
        List<String> arguments = new ArrayList<>(JmhFork.flags(jdk));
        arguments.add("-javaagent:" + agent + "=report=off,jitter=off" + (variant == Variant.OFF ? ",mode=off" : ""));
        if (group.isVirtual()) {
            arguments.add("-Djmh.executor=VIRTUAL");
            // JMH's threads never leave their carrier in mid-iteration: with fewer carriers some would not run at all.
            arguments.add("-Djdk.virtualThreadScheduler.parallelism=" + group.threads());
            arguments.add("-Djdk.virtualThreadScheduler.maxPoolSize=" + group.threads());
        }
        return arguments;
    }

    @Override
    public List<ReportSection> sections() {
        return List.of(new ReportSection(Topic.WOVEN, jdk.label(), table()));
    }

    private Grid table() {
        Grid grid = new Grid(
                2,
                List.of(
                        "method",
                        "threads",
                        "bare, ns",
                        "A/A, ns",
                        "baseline, ns",
                        "on, ns",
                        "off, ns",
                        "A/A, × baseline",
                        "on, × baseline",
                        "off, × baseline",
                        "on, bytes"));
        for (WovenGroup group : groups) {
            grid.add(List.of(
                    group.workTitle(),
                    group.threads() + (group.isVirtual() ? " virtual" : ""),
                    group.nanos(Variant.BARE).text(1),
                    group.added(Variant.AGAIN).text(1),
                    group.added(Variant.BASELINE).text(1),
                    group.added(Variant.ON).text(1),
                    group.added(Variant.OFF).text(1),
                    group.ratio(Variant.AGAIN).text(2),
                    group.ratio(Variant.ON).text(2),
                    group.ratio(Variant.OFF).text(2),
                    RoundValues.number(group.addedBytes(Variant.ON).median(), 2)));
        }
        return grid;
    }

    @Override
    public List<GoalCheck> goals() {
        List<GoalCheck> goals = new ArrayList<>();
        for (WovenGroup group : groups) {
            if (!group.isVirtual() && group.threads() <= MOST_THREADS_OF_GOALS) {
                goals.add(ratio(group, Variant.ON, ON_LEAST, ON_LIMIT));
                goals.add(ratio(group, Variant.OFF, -OFF_LIMIT, OFF_LIMIT));
            }
        }
        goals.add(bytes());
        return goals;
    }

    private GoalCheck ratio(WovenGroup group, Variant variant, double least, double limit) {
        RoundValues ratio = group.ratio(variant);
        return new GoalCheck(
                jdk.shortLabel() + ", " + group.title() + ": " + variant.name().toLowerCase(Locale.ROOT) + " ≤ "
                        + RoundValues.number(limit, 2) + " × baseline",
                ratio.text(2),
                GoalCheck.status(ratio, least, limit, group.noise()));
    }

    /** Checks platform threads only: JMH's virtual threads allocate while they wait for each other. */
    private GoalCheck bytes() {
        double most = groups.stream()
                .filter(group -> !group.isVirtual())
                .mapToDouble(group -> group.addedBytes(Variant.ON).median())
                .max()
                .orElseThrow();
        return new GoalCheck(
                jdk.shortLabel() + ", platform threads: 0 bytes per call",
                "at most " + RoundValues.number(most, 3),
                GoalCheck.status(RoundValues.of(most), -BYTES_LIMIT, BYTES_LIMIT, 0));
    }
}
