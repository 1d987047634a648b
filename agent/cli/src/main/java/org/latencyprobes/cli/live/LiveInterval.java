package org.latencyprobes.cli.live;

import java.util.concurrent.TimeUnit;

/**
 * The time between two snapshots, a second as a rule.
 *
 * @param number 1 for the first, and so on
 * @param fromNanos its start, as {@link System#nanoTime} counts in the JVM
 * @param toNanos its end
 * @param toMillis the same, in ms since 1970
 */
public record LiveInterval(long number, long fromNanos, long toNanos, long toMillis) {

    /** {@return its start, in ms since 1970} */
    public long startMillis() {
        return toMillis - TimeUnit.NANOSECONDS.toMillis(toNanos - fromNanos);
    }
}
