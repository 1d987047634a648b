package org.latencyprobes.demo.fix.measure;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.fix.jvm.CollectionPause;
import org.latencyprobes.demo.fix.jvm.TimeSpan;

/**
 * A run in the order of time, which begins when its first message is due.
 *
 * @param slices end to end, by when messages were due: one for each {@link #SLICE_NANOS}
 * @param collections that stopped a side
 * @param compilations of the JVM that measures
 */
public record TimeLine(List<Distribution> slices, List<TimeSpan> collections, List<TimeSpan> compilations) {

    /** The length of a slice. */
    public static final long SLICE_NANOS = 100_000_000;

    private static final int DIGITS = 2;

    /**
     * The time line of a run.
     *
     * @param compilations by {@link System#nanoTime()}
     */
    static TimeLine of(RoundTrips roundTrips, List<CollectionPause> pauses, List<TimeSpan> compilations) {
        if (roundTrips.answered() == 0) {
            return new TimeLine(List.of(), List.of(), List.of());
        }
        long zeroNanos = roundTrips.dueNanos(0);
        return new TimeLine(
                slices(roundTrips),
                pauses.stream()
                        .map(pause -> new TimeSpan(pause.startNanos(), pause.millis() * 1_000_000).since(zeroNanos))
                        .toList(),
                compilations.stream().map(span -> span.since(zeroNanos)).toList());
    }

    private static List<Distribution> slices(RoundTrips roundTrips) {
        List<Histogram> slices = new ArrayList<>();
        for (int i = 0; i < roundTrips.answered(); i++) {
            long slice = (roundTrips.dueNanos(i) - roundTrips.dueNanos(0)) / SLICE_NANOS;
            while (slices.size() <= slice) {
                slices.add(new Histogram(DIGITS));
            }
            slices.get((int) slice).recordValue(Math.max(0, roundTrips.endToEndNanos(i)));
        }
        return slices.stream()
                .map(histogram -> new Distribution(histogram, histogram.getMaxValue()))
                .toList();
    }
}
