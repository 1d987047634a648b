/**
 * The command line of the agent's jar: its commands and what they print.
 *
 * <p>Sub-packages: {@code jvm} finds JVMs and talks to the agents in them, {@code print} shows what they answer,
 * {@code merge} reads and writes histogram logs.
 */
package org.latencyprobes.cli;
