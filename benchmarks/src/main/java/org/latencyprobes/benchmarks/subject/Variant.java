package org.latencyprobes.benchmarks.subject;

/** What is around a measured method, or what a JVM is started with. */
public enum Variant {
    /** Nothing: a JVM without an agent. */
    BARE("bare"),
    /** The same once more: what it differs by is noise. */
    AGAIN("bare, again"),
    /** Two readings of the clock of the Java API, written by hand. */
    NANO_TIME("two nanoTime readings"),
    /** Two readings of Flight Recorder's clock, written by hand. */
    COUNTER_TIME("two counterTime readings"),
    /** The agent as it is by default. */
    ON("Latency Probes, on"),
    /** The agent with the slower clock. */
    ON_NANO_TIME("Latency Probes, clock=nanotime", "clock=nanotime"),
    /** The agent with a clock of its own where HotSpot has no fast one. */
    ON_RDTSC("Latency Probes, clock=rdtsc", "clock=rdtsc"),
    /** The agent with self times. */
    ON_SELF("Latency Probes, self=on", "self=on"),
    /** The agent as it is by default, whose first probe is called when it has made the weaver ahead. */
    LATER("Latency Probes, called after 1 s"),
    /** The agent that times one call of 16. */
    SAMPLED("Latency Probes, sampled(1/16)", "mode=sampled(1/16)"),
    /** The agent that counts calls and times none. */
    COUNTED("Latency Probes, counted", "mode=counted"),
    /** The agent, off from the start. */
    OFF("Latency Probes, off", "mode=off"),
    /** The agent, switched off once all is compiled. */
    OFF_AFTER_ON("Latency Probes, off after on"),
    /** An agent that does nothing. */
    EMPTY_AGENT("empty agent"),
    /** The agent in an application without probes. */
    NO_PROBE("Latency Probes, no probe"),
    /** Method timing of Flight Recorder: count, mean, least and greatest. */
    FLIGHT_RECORDER("Flight Recorder, method timing"),
    /** The span of each call, which nothing exports. */
    OPEN_TELEMETRY("OpenTelemetry agent, spans"),
    /** Rules at entry and exit, whose helper takes count and sum. */
    BYTEMAN("Byteman, count and sum"),
    /** Its tracing with a threshold that no call reaches. */
    ASYNC_PROFILER("async-profiler, trace above 1 s");

    private final String title;
    private final String option;

    Variant(String title) {
        this(title, "");
    }

    Variant(String title, String option) {
        this.title = title;
        this.option = option;
    }

    public String title() {
        return title;
    }

    /** The option of our agent that makes it, or nothing. */
    String option() {
        return option;
    }
}
