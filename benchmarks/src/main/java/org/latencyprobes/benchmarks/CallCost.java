package org.latencyprobes.benchmarks;

/**
 * What one JVM measured.
 *
 * @param nanos ns per call and thread: the median of its iterations
 * @param bytes allocated per call
 */
record CallCost(double nanos, double bytes) {}
