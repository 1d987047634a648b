package org.latencyprobes.cli.ui;

/**
 * What came of a change that the page asked for.
 *
 * @param exitCode one of {@link org.latencyprobes.agent.protocol.ExitCode}
 * @param text the agent's sentences
 */
record Change(int exitCode, String text) {}
