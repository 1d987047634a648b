/**
 * The command line of the agent's jar: its commands and what they print.
 *
 * <p>Sub-packages: {@code jvm} finds JVMs and sends requests to the agents in them, {@code print} formats their answers,
 * {@code merge} adds up histogram logs and ranks, {@code compare} compares them, {@code fetch} gets the jars of backends,
 * {@code live} is a model of a JVM under watch, {@code top} shows it in a terminal.
 */
package org.latencyprobes.cli;
