/** How the command line and the agent in a JVM talk: requests and answers as texts of JDK types. */
package org.latencyprobes.agent.control;
