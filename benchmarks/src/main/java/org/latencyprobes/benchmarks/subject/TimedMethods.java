package org.latencyprobes.benchmarks.subject;

/** Methods that agents are told to time, as each of them is told. */
interface TimedMethods {

    /** Options of our agent; empty where it finds annotations. */
    String ours();

    /** The value of {@code method-timing}. */
    String flightRecorder();

    /** The value of {@code otel.instrumentation.methods.include}. */
    String openTelemetry();

    /** Rules for {@link BytemanTimer}. */
    String byteman();

    /** The value of {@code trace}. */
    String asyncProfiler();
}
