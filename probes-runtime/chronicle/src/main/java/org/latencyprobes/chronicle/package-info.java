/** Probes as chronicle-core's {@code NanoSampler}. The only place that knows chronicle-core. */
package org.latencyprobes.chronicle;
