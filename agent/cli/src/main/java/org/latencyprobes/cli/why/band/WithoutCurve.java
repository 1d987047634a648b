package org.latencyprobes.cli.why.band;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.PercentilePoint;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.sample.StratifiedSample.Call;

/**
 * What all percentiles would be had no call spent time in a cause, as far down as a sample tells it.
 *
 * @param counts all calls, in ns
 * @param calls the sample
 * @param floorNanos the duration from which on calls are in it
 */
record WithoutCurve(Histogram counts, List<Call> calls, long floorNanos) {

    /** A call of the sample without a cause, and how many it stands for. */
    private record Left(double nanos, double weight) {}

    /**
     * The curve.
     *
     * @param cause its name
     * @return without samples where nothing is known
     */
    PercentileCurve of(String cause) {
        int number = Cause.labelled(cause).ordinal();
        CallWeights weights = new CallWeights(counts, Band.all(), calls.stream().mapToLong(Call::nanos));
        List<Left> lefts = calls.stream()
                .map(call -> new Left(call.nanos() - call.nanosByCause()[number], weights.of(call.nanos())))
                .filter(left -> left.nanos >= floorNanos)
                .sorted((one, other) -> Double.compare(other.nanos, one.nanos))
                .toList();
        List<PercentilePoint> points = new ArrayList<>();
        double beyond = 0;
        for (Left left : lefts) {
            points.add(new PercentilePoint(percentile(beyond), Math.max(0, left.nanos)));
            beyond += left.weight;
        }
        Collections.reverse(points);
        return new PercentileCurve(points.isEmpty() ? 0 : counts.getTotalCount(), percentile(beyond), points);
    }

    private double percentile(double beyond) {
        return Math.max(0, PERCENT - PERCENT * beyond / counts.getTotalCount());
    }
}
