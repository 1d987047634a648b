package org.latencyprobes.demo.fix.measure;

/** Small loads for tests. */
final class Loads {

    private static final int WARM_UP = 100;

    private Loads() {}

    static Load of(String engine, int rate, int iterations, int runs) {
        return to(engine, rate, iterations, runs, "");
    }

    /** To a server that is there already. */
    static Load to(String engine, int rate, int iterations, int runs, String connect) {
        return load(engine, false, rate, new Load.Runs(iterations, WARM_UP, runs, 0, 0), connect);
    }

    /** Of the parser alone. */
    static Load parsing(String engine, int rate, int iterations) {
        return load(engine, true, rate, new Load.Runs(iterations, WARM_UP, 1, 0, 0), "");
    }

    private static Load load(String engine, boolean parse, int rate, Load.Runs runs, String connect) {
        int anyCpu = Load.Threads.NOT_PINNED;
        return new Load(
                engine,
                parse,
                rate,
                runs,
                new Load.Threads("yield", anyCpu, anyCpu, anyCpu),
                new Load.Sides(false, connect),
                !parse);
    }
}
