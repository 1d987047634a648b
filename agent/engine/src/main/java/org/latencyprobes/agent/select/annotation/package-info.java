/** Annotations that make methods probes: ours, those of other libraries, inherited ones and those on annotations. */
package org.latencyprobes.agent.select.annotation;
