package org.latencyprobes.micrometer.internal.series;

import java.time.Duration;
import org.latencyprobes.internal.counts.Layout;

/**
 * A threshold moved to the nearest boundary between two counters, which is at most 0.4 % away. There the counters tell exactly
 * how many samples lie on either side. Immutable.
 *
 * @param askedNanos the threshold as asked for, in ns
 * @param index the {@link Layout} index of the last counter at or below it
 */
public record BucketBoundary(long askedNanos, int index) {

    private static final long[] UNIT_NANOS = {3_600_000_000_000L, 60_000_000_000L, 1_000_000_000, 1_000_000, 1_000, 1};
    private static final String[] UNITS = {"h", "m", "s", "ms", "us", "ns"};

    public static BucketBoundary at(Duration asked) {
        if (asked.isNegative() || asked.isZero() || asked.compareTo(Duration.ofNanos(Layout.MAX_NANOS)) > 0) {
            throw new IllegalArgumentException(
                    "a threshold is above 0 and at most " + Duration.ofNanos(Layout.MAX_NANOS) + ", not " + asked);
        }
        long nanos = asked.toNanos();
        int index = Layout.indexOf(nanos);
        boolean lowerIsNearer = nanos - (Layout.lowestNanos(index) - 1) < Layout.highestNanos(index) - nanos;
        return new BucketBoundary(nanos, lowerIsNearer ? index - 1 : index);
    }

    /** The longest duration that counts as not above the threshold, in ns. */
    public long nanos() {
        return Layout.highestNanos(index);
    }

    /** The threshold as asked for, as short as can be: {@code 250us}. */
    public String text() {
        int unit = 0;
        while (askedNanos % UNIT_NANOS[unit] != 0) {
            unit++;
        }
        return askedNanos / UNIT_NANOS[unit] + UNITS[unit];
    }
}
