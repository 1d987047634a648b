package org.latencyprobes.demo.date.experiment;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.demo.common.figures.Distribution;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** The micro-benchmark. It is public because JMH's generated code needs it so. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DateBenchmark {

    /** The probe's part of each measured iteration. It is static because JMH creates the instance, in this JVM. */
    static final List<ExperimentRun> RUNS = new ArrayList<>();

    private final DateSerialiser serialiser = new DateSerialiser();
    private final RunReader reader = new RunReader();

    /** Made by JMH. */
    public DateBenchmark() {}

    /** Forgets what was recorded before the iteration. */
    @Setup(Level.Iteration)
    public void skip() {
        reader.skip();
    }

    /**
     * Keeps what the probe recorded in a measured iteration.
     *
     * @param iteration which JMH has just ended
     */
    @TearDown(Level.Iteration)
    public void keep(IterationParams iteration) {
        if (iteration.getType() == IterationType.MEASUREMENT) {
            RUNS.add(reader.next(Distribution.none(), Distribution.none(), Distribution.none()));
        }
    }

    /**
     * The call.
     *
     * @return its result, for JMH's black hole
     */
    @Benchmark
    public Date roundTrip() {
        return serialiser.next();
    }
}
