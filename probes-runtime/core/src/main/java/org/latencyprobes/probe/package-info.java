/**
 * Probes by name, and the hub where the copies of this library in one JVM meet.
 *
 * <p>{@link org.latencyprobes.probe.LatencyProbe} is what code calls; the agent's woven methods end up in the same class.
 */
package org.latencyprobes.probe;
