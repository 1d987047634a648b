/** The Unix domain socket over which commands come once the agent is in a JVM. Both of its ends use what is here. */
package org.latencyprobes.agent.socket;
