/**
 * The command line of the agent's jar: its commands and what they print.
 *
 * <p>Sub-packages: {@code jvm} finds JVMs and sends requests to the agents in them, {@code print} formats their answers,
 * {@code merge} adds up histogram logs and ranks, {@code compare} compares them, {@code fetch} gets the jars of backends.
 */
package org.latencyprobes.cli;
