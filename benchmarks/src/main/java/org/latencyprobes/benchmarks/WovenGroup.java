package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.latencyprobes.benchmarks.subject.AgentArguments;
import org.latencyprobes.benchmarks.subject.Variant;
import org.latencyprobes.benchmarks.subject.WovenBenchmark;
import org.latencyprobes.benchmarks.trial.BenchmarkPreset;
import org.latencyprobes.benchmarks.trial.ForkResult;
import org.latencyprobes.benchmarks.trial.JmhFork;
import org.latencyprobes.benchmarks.trial.RoundValues;
import org.latencyprobes.benchmarks.trial.Trial;

/**
 * The variants of one method under the same conditions, measured right after one another, with their figures.
 *
 * <p>Not thread-safe.
 */
final class WovenGroup {

    /** The methods of {@link WovenBenchmark}. */
    enum Method {
        GETTER("getter", "getter"),
        SHORT("shortWork", "50 ns"),
        NESTED("nested", "ten nested");

        private final String benchmark;
        private final String title;

        Method(String benchmark, String title) {
            this.benchmark = benchmark;
            this.title = title;
        }

        String benchmark(Variant variant) {
            return switch (variant) {
                case NANO_TIME -> benchmark + "NanoTime";
                case COUNTER_TIME -> benchmark + "CounterTime";
                default -> benchmark;
            };
        }
    }

    private final Method method;
    private final int threads;
    private final boolean virtual;
    private final List<Variant> variants;
    private final Map<Variant, RoundValues> nanos = new EnumMap<>(Variant.class);
    private final Map<Variant, RoundValues> bytes = new EnumMap<>(Variant.class);

    WovenGroup(Method method, int threads, boolean virtual, List<Variant> variants) {
        this.method = method;
        this.threads = threads;
        this.virtual = virtual;
        this.variants = List.copyOf(variants);
    }

    /** The trials of a round, in an order that begins with another variant in each round. */
    List<Trial> trials(int round, BenchmarkPreset preset, AgentArguments agents) {
        return variants(round).stream()
                .map(variant -> trial(variant, preset, agents))
                .toList();
    }

    List<Variant> variants(int round) {
        List<Variant> rotated = new ArrayList<>(variants);
        Collections.rotate(rotated, -round);
        return rotated;
    }

    private Trial trial(Variant variant, BenchmarkPreset preset, AgentArguments agents) {
        return new Trial(
                agents.jdk().shortLabel() + ", " + title() + ", "
                        + variant.title().toLowerCase(Locale.ROOT),
                JmhFork.START_MILLIS + preset.jvmMillis(),
                () -> add(
                        variant,
                        new JmhFork(preset, agents.jdk(), WovenBenchmark.class, method.benchmark(variant), threads)
                                .jvmArguments(arguments(variant, agents))
                                .run()));
    }

    private List<String> arguments(Variant variant, AgentArguments agents) throws IOException {
        List<String> arguments = new ArrayList<>(agents.of(variant, WovenBenchmark.NESTED));
        if (virtual) {
            arguments.add("-Djmh.executor=VIRTUAL");
            // JMH's threads never leave their carrier in mid-iteration: with fewer carriers some would not run at all.
            arguments.add("-Djdk.virtualThreadScheduler.parallelism=" + threads);
            arguments.add("-Djdk.virtualThreadScheduler.maxPoolSize=" + threads);
        }
        return arguments;
    }

    Method method() {
        return method;
    }

    String methodTitle() {
        return method.title;
    }

    int threads() {
        return threads;
    }

    boolean isVirtual() {
        return virtual;
    }

    List<Variant> variants() {
        return variants;
    }

    String title() {
        return method.title + ", " + threads + (virtual ? " virtual" : "") + (threads == 1 ? " thread" : " threads");
    }

    void add(Variant variant, ForkResult figures) {
        nanos.computeIfAbsent(variant, absent -> new RoundValues()).add(figures.nanos());
        bytes.computeIfAbsent(variant, absent -> new RoundValues()).add(figures.bytes());
    }

    RoundValues nanos(Variant variant) {
        return nanos.getOrDefault(variant, new RoundValues());
    }

    /** The time that a variant adds to the bare method, in ns, round by round. */
    RoundValues added(Variant variant) {
        return nanos(variant).less(nanos(Variant.BARE));
    }

    /** The bytes per call that a variant allocates beyond the bare method, round by round. */
    RoundValues addedBytes(Variant variant) {
        return bytes.getOrDefault(variant, new RoundValues()).less(bytes.get(Variant.BARE));
    }

    /** The time that a variant adds, divided by the time that two readings of {@code nanoTime} add in the same round. */
    RoundValues ratio(Variant variant) {
        return added(variant).dividedBy(added(Variant.NANO_TIME));
    }

    /** The amount by which a ratio differs from 0 that should be 0: the bare method measured again, median of all rounds. */
    double noise() {
        return ratio(Variant.AGAIN).absolute().median();
    }
}
