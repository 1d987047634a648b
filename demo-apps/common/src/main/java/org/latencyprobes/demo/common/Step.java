package org.latencyprobes.demo.common;

/**
 * One of the child JVMs that a runner starts.
 *
 * @param kind steps of one kind are expected to take as long as the last of them took
 * @param label for people
 * @param estimateMillis how long it takes, as long as none of its kind has run
 */
public record Step(String kind, String label, long estimateMillis) {}
