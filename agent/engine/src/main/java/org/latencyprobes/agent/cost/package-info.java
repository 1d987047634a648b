/** What measuring costs: of a call, of a reading of the clock, of nested probes. And the budget, which switches probes that cost too much. */
package org.latencyprobes.agent.cost;
