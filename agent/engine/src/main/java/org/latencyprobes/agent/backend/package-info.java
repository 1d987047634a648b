/**
 * Ways out through Micrometer, loaded when one is asked for: what is wanted, opened, said and closed. Micrometer itself is known to the
 * classes behind {@link org.latencyprobes.agent.backend.ExporterFactory} alone, which {@link org.latencyprobes.agent.backend.BundledLoader}
 * loads.
 */
package org.latencyprobes.agent.backend;
