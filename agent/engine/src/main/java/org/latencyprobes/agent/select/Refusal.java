package org.latencyprobes.agent.select;

/**
 * A refusal to probe a method that was selected.
 *
 * @param reason in words
 * @param isForLimit whether there were too many probes, and nothing was wrong with the method itself
 */
public record Refusal(String reason, boolean isForLimit) {}
