package org.latencyprobes.jmh;

import org.latencyprobes.probe.LatencyProbe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** A benchmark that records 1 µs in measured iterations and 1 s in others. It is public because JMH's generated code needs it so. */
@State(Scope.Thread)
public class ProbedBenchmark {

    private static final LatencyProbe PROBE = LatencyProbe.named("price");

    /** One value, which is in the folder's name. */
    @Param("a/b")
    public String desk;

    private long nanos;

    /** Knows the iteration. */
    @Setup(Level.Iteration)
    public void set(IterationParams iteration) {
        nanos = iteration.getType() == IterationType.MEASUREMENT ? 1_000 : 1_000_000_000;
    }

    /** Records. */
    @Benchmark
    public void probed() {
        PROBE.recordNanos(nanos);
    }

    /** Records nothing. */
    @Benchmark
    public void notProbed() {}
}
