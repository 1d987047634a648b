/** What the agent writes by itself: the reports of intervals and at the end, the histogram log, backends; and the samplers that they need. */
package org.latencyprobes.agent.output;
