package org.latencyprobes.internal.report;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The percentiles that all tables show, and how durations are written in them. Stateless. */
public final class Percentiles {

    /** The percentiles 50, 90, 99, 99.9 and 99.99; the longest follows them in every table. */
    public static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    private Percentiles() {}

    /**
     * The percentiles' names as table headings.
     *
     * @return {@code p50} … {@code p99.99}
     */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (double percentile : SHOWN) {
            names.add(name(percentile));
        }
        return names;
    }

    /**
     * A percentile's name.
     *
     * @param percentile 0 to 100
     * @return such as {@code p99.9}
     */
    public static String name(double percentile) {
        return "p" + number(percentile);
    }

    /**
     * A percentile without letters.
     *
     * @param percentile 0 to 100
     * @return such as {@code 99.9} or {@code 50}
     */
    public static String number(double percentile) {
        return percentile == Math.rint(percentile) ? String.valueOf((long) percentile) : String.valueOf(percentile);
    }

    /**
     * A percentile in µs.
     *
     * @param histogram in ns
     * @param percentile 0 to 100
     * @return the highest value of the percentile's sub-bucket, as HdrHistogram reports it, in µs
     */
    public static double micros(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }

    /**
     * A number of µs, with as many digits as two-digit histograms carry, at most three decimals.
     *
     * @param micros the number
     * @return such as {@code 0.123}, {@code 4.22}, {@code 1,234}
     */
    public static String text(double micros) {
        return Numbers.fixed(micros, micros < 1 ? 3 : micros < Numbers.LARGE ? 2 : 0);
    }
}
