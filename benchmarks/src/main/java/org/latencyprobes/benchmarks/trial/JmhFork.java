package org.latencyprobes.benchmarks.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.demo.common.JavaRuntime;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A JVM that runs one benchmark method. JMH starts it and measures. */
public final class JmhFork {

    /** How long a JVM takes besides its iterations, about. */
    public static final long START_MILLIS = 900;

    private static final String ALLOCATION = "gc.alloc.rate.norm";

    private final BenchmarkPreset preset;
    private final JavaRuntime jdk;
    private final ChainedOptionsBuilder options = new OptionsBuilder();

    public JmhFork(BenchmarkPreset preset, JavaRuntime jdk, Class<?> benchmark, String method, int threads) {
        this.preset = preset;
        this.jdk = jdk;
        options.include("\\Q" + benchmark.getName() + '.' + method + "\\E$")
                .jvm(jdk.executable().toString())
                .forks(1)
                .threads(threads)
                .warmupIterations(preset.warmUpIterations())
                .warmupTime(iteration())
                .measurementIterations(preset.iterations())
                .measurementTime(iteration())
                .timeUnit(TimeUnit.NANOSECONDS)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private TimeValue iteration() {
        return TimeValue.milliseconds(preset.iterationMillis());
    }

    /** Gives the JVM arguments besides those of every JVM that runs JMH. */
    public JmhFork jvmArguments(List<String> arguments) {
        List<String> all = new ArrayList<>(List.of("-Xms512m", "-Xmx512m"));
        all.addAll(jdk.unsafeFlags());
        all.addAll(arguments);
        options.jvmArgs(all.toArray(new String[0]));
        return this;
    }

    public JmhFork parameter(String name, String value) {
        options.param(name, value);
        return this;
    }

    public ForkResult run() throws RunnerException {
        RunResult result = new Runner(options.build()).runSingle();
        RoundValues nanos = new RoundValues();
        RoundValues bytes = new RoundValues();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                nanos.add(iteration.getPrimaryResult().getScore());
                bytes.add(iteration.getSecondaryResults().get(ALLOCATION).getScore());
            }
        }
        return new ForkResult(nanos.median(), bytes.median());
    }
}
