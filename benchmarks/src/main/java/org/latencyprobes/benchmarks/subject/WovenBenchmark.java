package org.latencyprobes.benchmarks.subject;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.annotation.Probe;
import org.latencyprobes.demo.common.ChildJvm;
import org.latencyprobes.demo.common.JavaRuntime;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A benchmark of whole probes: a getter, a method of some 50 ns, and ten methods of which each calls the next. The JVM's agent decides what
 * is around them; two pairs of clock readings are written by hand.
 *
 * <p>All methods belong to objects of the calling thread, so threads share nothing but the probe's counters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WovenBenchmark {

    public static final MarkedMethods NESTED = new MarkedMethods(Nested.class.getName(), "level", 10);

    /** The system property with which the benchmark switches its probes off; its value is the agent's jar. */
    static final String SWITCH_OFF = "latencyprobes.benchmarks.off";

    private final Work work = new Work();
    private final Nested nested = new Nested();

    static final class Work {

        /** Steps that depend on each other take about 50 ns at 3 GHz. A JIT can't fold them. */
        private static final int STEPS = 30;

        private long value = 1;

        @Probe("getter")
        long getter() {
            return value;
        }

        @Probe("50 ns")
        long shortWork() {
            for (int i = 0; i < STEPS; i++) {
                value = (value ^ value >>> 29) * 6_364_136_223_846_793_005L;
            }
            return value;
        }
    }

    static final class Nested {

        private long value = 1;

        @Probe
        long level0() {
            return level1() + 1;
        }

        @Probe
        long level1() {
            return level2() + 1;
        }

        @Probe
        long level2() {
            return level3() + 1;
        }

        @Probe
        long level3() {
            return level4() + 1;
        }

        @Probe
        long level4() {
            return level5() + 1;
        }

        @Probe
        long level5() {
            return level6() + 1;
        }

        @Probe
        long level6() {
            return level7() + 1;
        }

        @Probe
        long level7() {
            return level8() + 1;
        }

        @Probe
        long level8() {
            return level9() + 1;
        }

        @Probe
        long level9() {
            return ++value;
        }
    }

    /** A state that switches all probes off before the first measured iteration, if the JVM is told to. */
    @State(Scope.Benchmark)
    public static class OffAfterOn {

        private static final int CALLS = 200_000;

        private long sum;

        /** Calls the probed methods until they are compiled, then switches them off as a user would. */
        @Setup
        public void switchOff() throws IOException {
            String agent = System.getProperty(SWITCH_OFF);
            if (agent != null) {
                Work work = new Work();
                for (int i = 0; i < CALLS; i++) {
                    sum += work.getter() + work.shortWork();
                }
                String pid = String.valueOf(ProcessHandle.current().pid());
                String answer = ChildJvm.output(
                        List.of(JavaRuntime.own().toString(), "-jar", agent, "probe", pid, "--mode", "off", "*"));
                System.out.println(answer);
            }
        }
    }

    /** Makes JMH set the state up. */
    @Setup
    public void begin(OffAfterOn state) {}

    /** The getter. */
    @Benchmark
    public long getter() {
        return work.getter();
    }

    /** The getter between two readings of {@code nanoTime}. */
    @Benchmark
    public long getterNanoTime(Blackhole blackhole) {
        long startNanos = System.nanoTime();
        long result = work.getter();
        blackhole.consume(System.nanoTime() - startNanos);
        return result;
    }

    /** The getter between two readings of Flight Recorder's clock. */
    @Benchmark
    public long getterCounterTime(Blackhole blackhole) {
        long start = CounterTime.read();
        long result = work.getter();
        blackhole.consume(CounterTime.read() - start);
        return result;
    }

    /** The short method. */
    @Benchmark
    public long shortWork() {
        return work.shortWork();
    }

    /** The short method between two readings of {@code nanoTime}. */
    @Benchmark
    public long shortWorkNanoTime(Blackhole blackhole) {
        long startNanos = System.nanoTime();
        long result = work.shortWork();
        blackhole.consume(System.nanoTime() - startNanos);
        return result;
    }

    /** The short method between two readings of Flight Recorder's clock. */
    @Benchmark
    public long shortWorkCounterTime(Blackhole blackhole) {
        long start = CounterTime.read();
        long result = work.shortWork();
        blackhole.consume(CounterTime.read() - start);
        return result;
    }

    /** Ten methods, one within the other. */
    @Benchmark
    public long nested() {
        return nested.level0();
    }
}
