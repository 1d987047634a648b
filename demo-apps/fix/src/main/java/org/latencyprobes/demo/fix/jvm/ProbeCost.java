package org.latencyprobes.demo.fix.jvm;

import java.util.stream.IntStream;
import org.latencyprobes.annotation.Probe;

/** A measurement of what one probe costs in this JVM, in a loop that does nothing else: the least that it costs anywhere. */
public final class ProbeCost {

    private static final int BATCHES = 31;
    private static final int CALLS = 20_000;

    private long sum;

    private ProbeCost() {}

    /** The median of several batches with a probed method less that of several without, in ns a call. */
    public static double nanos() {
        ProbeCost cost = new ProbeCost();
        cost.median(true);
        cost.median(false);
        return Math.max(0, cost.median(true) - cost.median(false));
    }

    private double median(boolean probed) {
        return IntStream.range(0, BATCHES)
                .mapToDouble(batch -> probed ? probedNanos() : plainNanos())
                .sorted()
                .skip(BATCHES / 2)
                .findFirst()
                .orElseThrow();
    }

    private double probedNanos() {
        long startNanos = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            probed(i);
        }
        return (System.nanoTime() - startNanos) / (double) CALLS;
    }

    private double plainNanos() {
        long startNanos = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            plain(i);
        }
        return (System.nanoTime() - startNanos) / (double) CALLS;
    }

    @Probe("cost of a probe")
    private void probed(int i) {
        sum += i ^ sum;
    }

    private void plain(int i) {
        sum += i ^ sum;
    }
}
