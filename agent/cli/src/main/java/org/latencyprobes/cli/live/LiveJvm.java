package org.latencyprobes.cli.live;

/**
 * The JVM that is watched.
 *
 * @param pid its process id, as it sees it itself
 * @param startMillis when it was started, in ms since 1970; 0 where it is not known
 * @param main its main class or jar; any text
 * @param java its version
 * @param agent the agent's version
 * @param agentNanos another number for each agent that the JVM has had
 */
public record LiveJvm(long pid, long startMillis, String main, String java, String agent, long agentNanos) {}
