/** The agent's end of the Unix domain socket over which commands come once it is in a JVM, and how requests are written and read. */
package org.latencyprobes.agent.socket;
