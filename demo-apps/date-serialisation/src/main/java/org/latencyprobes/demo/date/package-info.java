/**
 * The published date serialisation comparison, rebuilt: the same probed method in a micro-benchmark, under a paced load, and inside
 * a TCP server.
 *
 * <p>{@link org.latencyprobes.demo.date.DateDemo} is the runner. It starts one JVM for each experiment and round
 * ({@link org.latencyprobes.demo.date.experiment.ExperimentMain}), collects their results and compares them.
 */
package org.latencyprobes.demo.date;
