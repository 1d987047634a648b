/** What the agent says of slow calls and of what made them slow: causes, stalls, disturbances, threads, calls in flight. */
package org.latencyprobes.agent.protocol.slow;
