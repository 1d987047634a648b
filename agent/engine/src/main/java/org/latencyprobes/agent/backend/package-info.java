/**
 * The exporters to backends, opened and closed as the options ask for them, and their state. Micrometer itself is known to the
 * classes behind {@link org.latencyprobes.agent.backend.ExporterFactory} alone, which {@link org.latencyprobes.agent.backend.BundledLoader}
 * loads.
 */
package org.latencyprobes.agent.backend;
