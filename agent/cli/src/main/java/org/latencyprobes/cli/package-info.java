/**
 * The start of the command line of the agent's jar.
 *
 * <p>{@code command} has the list of commands and a class for each, {@code base} what they share. {@code jvm} finds JVMs and sends requests to the agents in
 * them, {@code print} formats their answers, {@code report} makes the report page. {@code logs} reads histogram logs, {@code merge} adds
 * them up and ranks, {@code compare} compares them. {@code why} explains slow calls, {@code live} is a model of a JVM under watch, which
 * {@code top} shows in a terminal and {@code ui} in a browser. {@code fetch} gets the jars of backends.
 */
package org.latencyprobes.cli;
