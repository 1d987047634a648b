package org.latencyprobes.demo.fix.measure;

/** Small loads for tests. */
final class Loads {

    private Loads() {}

    static Load of(String engine, int rate, int iterations, int runs) {
        return to(engine, rate, iterations, runs, "");
    }

    /** To a server that is there already. */
    static Load to(String engine, int rate, int iterations, int runs, String connect) {
        return new Load(
                engine,
                false,
                rate,
                iterations,
                100,
                runs,
                0,
                0,
                "yield",
                Load.NOT_PINNED,
                Load.NOT_PINNED,
                Load.NOT_PINNED,
                false,
                connect,
                true);
    }
}
