package org.latencyprobes.agent.cost;

import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.histogram.Interval;

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
    }
}
