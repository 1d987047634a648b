package org.latencyprobes.internal.counts;

/**
 * A slow call with a trace id. Not compared: JDK 17 would keep its class for ever.
 *
 * @param trace the id
 * @param nanos the call's duration, in ns
 * @param endMillis when it ended, in ms since 1970
 */
public record TracedCall(String trace, long nanos, long endMillis) {}
