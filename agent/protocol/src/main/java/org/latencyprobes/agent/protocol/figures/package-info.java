/** What the agent says of probes: counts, percentiles, intervals, what is nested, what measuring costs. */
package org.latencyprobes.agent.protocol.figures;
