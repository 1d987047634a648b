package org.latencyprobes.benchmarks.subject;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.latencyprobes.annotation.Probe;

/**
 * A program whose method is called now and then: before each call it walks through more memory than the processor's own caches hold. It
 * prints by how much the percentiles of what is around the call exceed those of the bare call.
 *
 * <p>Flight Recorder's clock times all of it, since it reads no memory: {@code nanoTime}'s own waiting for memory is part of its cost.
 */
public final class ColdCost {

    public static final MarkedMethods METHODS = new MarkedMethods(Target.class.getName(), "call", 1);

    private static final Variant[] KINDS = {Variant.BARE, Variant.NANO_TIME, Variant.COUNTER_TIME, Variant.ON};
    private static final int WARM_UP = 100_000;

    /** Several times the second-level cache of any processor. */
    private static final int EVICTED_BYTES = 16 << 20;

    private static final int LONGS_PER_LINE = 8;

    private final long[] evicted = new long[EVICTED_BYTES / Long.BYTES];
    private final Bare bare = new Bare();
    private final Target target = new Target();
    private long sum;

    private static final class Bare {
        private long value;

        long call() {
            return ++value;
        }
    }

    static final class Target {
        private long value;

        @Probe("cold")
        long call() {
            return ++value;
        }
    }

    private ColdCost() {}

    /** Measures and prints; the argument is the number of calls of each kind. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        ColdCost cost = new ColdCost();
        for (int i = 0; i < WARM_UP; i++) {
            for (Variant kind : KINDS) {
                cost.ticks(kind);
            }
        }
        cost.measure(Integer.parseInt(arguments[0]), CounterTime.ticksPerSecond() / 1e9);
    }

    private void measure(int calls, double ticksPerNano) {
        Map<Variant, double[]> nanos = new EnumMap<>(Variant.class);
        for (Variant kind : KINDS) {
            nanos.put(kind, new double[calls]);
        }
        for (int i = 0; i < calls; i++) {
            for (Variant kind : KINDS) {
                evict();
                nanos.get(kind)[i] = ticks(kind) / ticksPerNano;
            }
        }
        nanos.values().forEach(Arrays::sort);
        for (Variant kind : KINDS) {
            System.out.println("cold " + kind + ' ' + added(nanos, kind, 0.5) + ' ' + added(nanos, kind, 0.99));
        }
        System.out.println("sum " + sum);
    }

    private void evict() {
        for (int i = 0; i < evicted.length; i += LONGS_PER_LINE) {
            sum += evicted[i]++;
        }
    }

    private long ticks(Variant kind) {
        long start = CounterTime.read();
        switch (kind) {
            case BARE -> sum += bare.call();
            case NANO_TIME -> {
                long startNanos = System.nanoTime();
                sum += bare.call();
                sum += System.nanoTime() - startNanos;
            }
            case COUNTER_TIME -> {
                long startTicks = CounterTime.read();
                sum += bare.call();
                sum += CounterTime.read() - startTicks;
            }
            default -> sum += target.call();
        }
        return CounterTime.read() - start;
    }

    private static double added(Map<Variant, double[]> nanos, Variant kind, double part) {
        double[] sorted = nanos.get(kind);
        int at = (int) (part * (sorted.length - 1));
        return sorted[at] - nanos.get(Variant.BARE)[at];
    }
}
