package org.latencyprobes.demo.common;

/**
 * A child JVM as a comparison plans it.
 *
 * @param id the name of its files, the same in each round; it is expected to take as long as the last with the same id took
 * @param round how often its id will have been run with it, from 1
 * @param label its name for people
 * @param estimateMillis how long it is expected to take while none with its id has run
 */
public record Step(String id, int round, String label, long estimateMillis) {}
