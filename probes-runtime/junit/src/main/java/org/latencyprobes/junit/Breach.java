package org.latencyprobes.junit;

/**
 * A limit that does not hold.
 *
 * @param text what is wrong, in one sentence
 * @param isInconclusive whether the machine may be the reason, since its jitter was above what is allowed
 */
record Breach(String text, boolean isInconclusive) {}
