package org.latencyprobes.benchmarks;

/** What every agent costs: one that does nothing. */
final class EmptyAgent {

    private EmptyAgent() {}

    /** Called by the JVM. */
    public static void premain(String options) {}
}
