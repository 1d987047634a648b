/** The way of a request to the thread that answers it, and the agent's threads. */
package org.latencyprobes.agent.serve;
