/** A probe where chronicle-core's {@code NanoSampler} is asked for. The only place that knows chronicle-core. */
package org.latencyprobes.chronicle;
