/** The tables that outputs and commands share: of probes, methods, stalls, causes and costs. Nothing here changes anything. */
package org.latencyprobes.agent.figures;
