/** The requests and answers between the command line and the agent in a JVM, as texts. */
package org.latencyprobes.agent.protocol;
