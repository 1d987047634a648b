package org.latencyprobes.benchmarks.trial;

/**
 * The result of one JVM that ran one benchmark method.
 *
 * @param nanos ns per call and thread: the median of its iterations
 * @param bytes allocated per call
 */
public record ForkResult(double nanos, double bytes) {}
