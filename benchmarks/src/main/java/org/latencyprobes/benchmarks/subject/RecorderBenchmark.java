package org.latencyprobes.benchmarks.subject;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A benchmark of recording without clock readings: our recorders beside their peers. All threads record into one histogram. The recorder
 * {@link Recorder#NONE} shows what it costs to take the next duration.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecorderBenchmark {

    /** The recorder; a JVM has only one, so that the JIT sees no other. */
    @Param
    public Recorder recorder;

    private LongConsumer record;

    /** Makes the recorder. */
    @Setup
    public void open() {
        record = recorder.open();
    }

    /**
     * The durations that a thread records, over and over. They are log-normal with a median of 4 µs and a p99.9 of about 90 µs, as those of
     * a service often are.
     */
    @State(Scope.Thread)
    public static class Durations {

        private static final int COUNT = 1 << 12;
        private static final double MEDIAN_NANOS = 4_000;

        private final long[] nanos = new long[COUNT];
        private int next;

        /** Draws the same durations each time. */
        public Durations() {
            Random random = new Random(42);
            for (int i = 0; i < COUNT; i++) {
                nanos[i] = Math.round(MEDIAN_NANOS * Math.exp(random.nextGaussian()));
            }
        }

        long next() {
            next = next + 1 & COUNT - 1;
            return nanos[next];
        }
    }

    /** One recording. The duration is consumed too, or no recorder would mean no load. */
    @Benchmark
    public void record(Durations durations, Blackhole blackhole) {
        long nanos = durations.next();
        blackhole.consume(nanos);
        record.accept(nanos);
    }
}
