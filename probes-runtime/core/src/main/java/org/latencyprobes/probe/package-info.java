/**
 * Probes by name, and the hub where the copies of this library in one JVM meet.
 *
 * <p>Code calls {@link org.latencyprobes.probe.LatencyProbe}; so do the methods that the agent weaves.
 */
package org.latencyprobes.probe;
