package org.latencyprobes.agent.output;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.latencyprobes.agent.weave.FirstWoven;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.probe.Timeline;
import org.latencyprobes.internal.report.Figures;

/**
 * The begin of what a probe has counted since the start. A probe that came later, by a command or as its class was loaded, has no call from
 * before its first method was woven. So its calls per second are those of the time from then on. Immutable.
 */
final class CountedSince {

    private static final String UNTIL_RETURN = "until=return}";

    private final FirstWoven firstWoven;
    private final LongSupplier nowMillis;
    private final LongSupplier nowNanos;

    CountedSince(FirstWoven firstWoven) {
        this(firstWoven, Timeline.OURS::nowMillis, System::nanoTime);
    }

    CountedSince(FirstWoven firstWoven, LongSupplier nowMillis, LongSupplier nowNanos) {
        this.firstWoven = firstWoven;
        this.nowMillis = nowMillis;
        this.nowNanos = nowNanos;
    }

    /** Whoever counted before this agent came is another: the application, or an agent that has left. */
    Interval of(Interval total) {
        Long wovenNanos = total.isJitter() ? null : wovenNanos(Figures.label(total));
        if (wovenNanos == null || total.startMillis() < millisAt(firstWoven.beganNanos())) {
            return total;
        }
        long startMillis = Math.min(total.endMillis() - 1, millisAt(wovenNanos));
        return startMillis <= total.startMillis() ? total : total.startingAt(startMillis);
    }

    /** The calls until return of a method whose calls end later have a tag more than their method, the last one. */
    private Long wovenNanos(String label) {
        Long nanos = firstWoven.nanos(label);
        return nanos != null
                ? nanos
                : firstWoven.nanos(label.replace("{" + UNTIL_RETURN, "").replace("," + UNTIL_RETURN, "}"));
    }

    private long millisAt(long nanos) {
        return nowMillis.getAsLong() - TimeUnit.NANOSECONDS.toMillis(nowNanos.getAsLong() - nanos);
    }
}
