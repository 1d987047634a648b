/** The slow calls of the probes: which they were, when, on which thread, and how many were not kept. */
package org.latencyprobes.agent.slow;
