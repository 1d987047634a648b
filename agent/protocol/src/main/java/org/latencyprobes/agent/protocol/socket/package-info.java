/** The place of a JVM's Unix domain socket and who is at its ends, for the agent and the command line. */
package org.latencyprobes.agent.protocol.socket;
