package org.latencyprobes.benchmarks;

import java.util.concurrent.TimeUnit;
import org.latencyprobes.annotation.Probe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A benchmark of a whole probe on three methods. Each is measured bare, bare again in a second class of the same content, between two clock
 * readings written by hand (the baseline), and with a probe. The difference between the two bare ones is noise.
 *
 * <p>It runs with the agent, which weaves {@link Probed}; with {@code mode=off} the probe is switched off. All methods belong to an object
 * of the calling thread, so threads share nothing but the probe's counters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WovenBenchmark {

    private final Bare bare = new Bare();
    private final BareAgain bareAgain = new BareAgain();
    private final Probed probed = new Probed();

    /** A chain of dependent steps, which a JIT can't fold into each other. */
    static final class Computation {

        /** About 50 ns at 3 GHz. */
        private static final int SHORT_STEPS = 30;

        /** About 5 µs at 3 GHz. */
        private static final int LONG_STEPS = 3_000;

        private Computation() {}

        static long shortWork(long seed) {
            return steps(seed, SHORT_STEPS);
        }

        static long longWork(long seed) {
            return steps(seed, LONG_STEPS);
        }

        private static long steps(long seed, int count) {
            long value = seed;
            for (int i = 0; i < count; i++) {
                value = (value ^ value >>> 29) * 6_364_136_223_846_793_005L;
            }
            return value;
        }
    }

    static final class Bare {

        private long value = 1;

        long getter() {
            return value;
        }

        long shortWork() {
            value = Computation.shortWork(value);
            return value;
        }

        long longWork() {
            value = Computation.longWork(value);
            return value;
        }
    }

    static final class BareAgain {

        private long value = 1;

        long getter() {
            return value;
        }

        long shortWork() {
            value = Computation.shortWork(value);
            return value;
        }

        long longWork() {
            value = Computation.longWork(value);
            return value;
        }
    }

    static final class Probed {

        private long value = 1;

        @Probe("getter")
        long getter() {
            return value;
        }

        @Probe("50 ns")
        long shortWork() {
            value = Computation.shortWork(value);
            return value;
        }

        @Probe("5 µs")
        long longWork() {
            value = Computation.longWork(value);
            return value;
        }
    }

    /** The getter, bare. */
    @Benchmark
    public long getterBare() {
        return bare.getter();
    }

    /** The getter of the second bare class. */
    @Benchmark
    public long getterBareAgain() {
        return bareAgain.getter();
    }

    /** The getter between two clock readings. */
    @Benchmark
    public long getterBaseline(Blackhole blackhole) {
        long startNanos = System.nanoTime();
        long result = bare.getter();
        blackhole.consume(System.nanoTime() - startNanos);
        return result;
    }

    /** The getter with a probe. */
    @Benchmark
    public long getterProbed() {
        return probed.getter();
    }

    /** The short method, bare. */
    @Benchmark
    public long shortBare() {
        return bare.shortWork();
    }

    /** The short method of the second bare class. */
    @Benchmark
    public long shortBareAgain() {
        return bareAgain.shortWork();
    }

    /** The short method between two clock readings. */
    @Benchmark
    public long shortBaseline(Blackhole blackhole) {
        long startNanos = System.nanoTime();
        long result = bare.shortWork();
        blackhole.consume(System.nanoTime() - startNanos);
        return result;
    }

    /** The short method with a probe. */
    @Benchmark
    public long shortProbed() {
        return probed.shortWork();
    }

    /** The long method, bare. */
    @Benchmark
    public long longBare() {
        return bare.longWork();
    }

    /** The long method of the second bare class. */
    @Benchmark
    public long longBareAgain() {
        return bareAgain.longWork();
    }

    /** The long method between two clock readings. */
    @Benchmark
    public long longBaseline(Blackhole blackhole) {
        long startNanos = System.nanoTime();
        long result = bare.longWork();
        blackhole.consume(System.nanoTime() - startNanos);
        return result;
    }

    /** The long method with a probe. */
    @Benchmark
    public long longProbed() {
        return probed.longWork();
    }
}
