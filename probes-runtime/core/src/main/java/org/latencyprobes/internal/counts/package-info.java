/**
 * The recording counters: striped, atomic, in HdrHistogram's bucket layout, never reset.
 *
 * <p>This is the lowest layer: it knows nothing of probes, histograms or readers.
 */
package org.latencyprobes.internal.counts;
