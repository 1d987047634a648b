/**
 * Benchmarks of what measuring costs, on the production classes, woven by the real agent.
 *
 * <p>{@link org.latencyprobes.benchmarks.Overhead} runs it all: {@link org.latencyprobes.benchmarks.subject.WovenBenchmark} (a whole probe),
 * {@link org.latencyprobes.benchmarks.subject.RecorderBenchmark} (recording alone, beside its peers) and the start of a JVM. It works in
 * rounds, each of them one short JVM for every variant in turn, so that a machine that changes its speed changes it for all; ratios
 * are taken within a round.
 */
package org.latencyprobes.benchmarks;
