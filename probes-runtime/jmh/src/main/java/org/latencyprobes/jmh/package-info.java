/** The probes of a JMH benchmark as histogram logs, by a profiler of JMH. The only place that knows JMH. */
package org.latencyprobes.jmh;
