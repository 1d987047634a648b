package org.latencyprobes.demo.fix.measure;

import org.latencyprobes.demo.common.WaitStrategy;

/** Small workloads for tests. */
public final class Workloads {

    public static final int WARM_UP = 100;

    private Workloads() {}

    public static Workload of(String engine, int rate, int iterations, int runs) {
        return workload(engine, Workload.Subject.SESSION, rate, new Workload.Runs(iterations, WARM_UP, 0, runs, 0));
    }

    /** A workload of JLBH's own loop, without coordinated omission accounted for. */
    public static Workload omitting(String engine, int rate, int iterations) {
        Workload accounting = of(engine, rate, iterations, 1);
        return new Workload(
                engine, Workload.Subject.SESSION, rate, accounting.runs(), accounting.waiting(), false, false);
    }

    /** A workload whose first run is dropped. */
    public static Workload settling(String engine, int rate, int iterations) {
        return workload(engine, Workload.Subject.SESSION, rate, new Workload.Runs(iterations, WARM_UP, 1, 1, 0));
    }

    /** A workload of the parser alone. */
    public static Workload parsing(String engine, int rate, int iterations, Workload.Subject subject) {
        return workload(engine, subject, rate, new Workload.Runs(iterations, WARM_UP, 0, 1, 0));
    }

    private static Workload workload(String engine, Workload.Subject subject, int rate, Workload.Runs runs) {
        return new Workload(engine, subject, rate, runs, WaitStrategy.yield, true, subject == Workload.Subject.SESSION);
    }
}
