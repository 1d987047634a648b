package org.latencyprobes.benchmarks.subject;

/** An agent that does nothing, for the cost that every agent has. */
final class EmptyAgent {

    private EmptyAgent() {}

    /** Called by the JVM. */
    public static void premain(String options) {}
}
