/** The points of measurement that application code makes and records into: {@link org.latencyprobes.probe.LatencyProbe}. */
package org.latencyprobes.probe;
