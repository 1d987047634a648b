package org.latencyprobes.agent.cost;

import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.histogram.SeriesReader;

/** A function that measures what measuring costs now. */
@FunctionalInterface
public interface CostMeasure {

    /**
     * Measures.
     *
     * @param calls which ones
     * @return what they cost
     */
    Costs of(Calls calls);

    /**
     * The calls of some time.
     *
     * @param timed how many were timed
     * @param counted how many were counted only
     * @param spanMillis in what time, in ms; 0 where it is not known
     * @param sinceOrNull what they are counted from; null for the start
     */
    record Calls(long timed, long counted, long spanMillis, InPlaceCost.Mark sinceOrNull) {

        /**
         * In what time.
         *
         * @return in ns; 0 where it is not known
         */
        public long spanNanos() {
            return TimeUnit.MILLISECONDS.toNanos(spanMillis);
        }

        /**
         * The calls of intervals.
         *
         * @param intervals of any probes
         * @param spanMillis as above
         * @param sinceOrNull as above
         * @return the sums over them
         */
        public static Calls of(Iterable<Interval> intervals, long spanMillis, InPlaceCost.Mark sinceOrNull) {
            long timed = 0;
            long counted = 0;
            for (Interval interval : intervals) {
                timed += interval.isCalls() ? interval.timed() : 0;
                counted += interval.isCalls() ? interval.untimed() : 0;
            }
            return new Calls(timed, counted, spanMillis, sinceOrNull);
        }

        /**
         * All calls of this JVM so far, without a look at any counters.
         *
         * @return those since the first of their probes began
         */
        public static Calls soFar() {
            long[] sums = new long[2];
            long[] times = {Long.MAX_VALUE, 0};
            new SeriesReader().read(series -> {
                if (series.isCalls() && series.hasCalls()) {
                    sums[0] += series.timed();
                    sums[1] += series.untimed();
                    times[0] = Math.min(times[0], series.startMillis());
                    times[1] = series.endMillis();
                }
            });
            return new Calls(sums[0], sums[1], times[1] == 0 ? 0 : times[1] - times[0], null);
        }
    }
}
