package org.latencyprobes.agent;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.latencyprobes.agent.weave.FirstWoven;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.probe.Timeline;
import org.latencyprobes.report.Figures;

/**
 * The begin of what a probe has counted since the start. A probe that came later, by a command or as its class was loaded, has no call from
 * before its first method was woven. So its calls per second are those of the time from then on. Immutable.
 */
final class CountedSince {

    private final FirstWoven firstWoven;
    private final LongSupplier nowMillis;

    CountedSince(FirstWoven firstWoven) {
        this(firstWoven, Timeline.OURS::nowMillis);
    }

    CountedSince(FirstWoven firstWoven, LongSupplier nowMillis) {
        this.firstWoven = firstWoven;
        this.nowMillis = nowMillis;
    }

    /** Whoever counted before this agent came is another: the application, or an agent that has left. */
    Interval of(Interval total) {
        Long wovenNanos = total.isJitter() ? null : firstWoven.nanos(Figures.label(total));
        if (wovenNanos == null || total.startMillis() < millisAt(firstWoven.beganNanos())) {
            return total;
        }
        long startMillis = Math.min(total.endMillis() - 1, millisAt(wovenNanos));
        return startMillis <= total.startMillis() ? total : total.startingAt(startMillis);
    }

    private long millisAt(long nanos) {
        return nowMillis.getAsLong() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }
}
