package org.latencyprobes.analysis.picture;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Recordings of made-up services. */
final class Recordings {

    static final String HOSTILE =
            "</text></svg><script>alert(1)</script>\" onload=\"x\" ]]> & \0 \uD800 " + "long ".repeat(80);

    private Recordings() {}

    /** Log-normal durations, of which one in 200 is a pause of 1 to 20 ms. */
    static Histogram histogram(long seed, int samples, double medianNanos) {
        Random random = new Random(seed);
        Histogram histogram = new Histogram(2);
        for (int i = 0; i < samples; i++) {
            double pause = random.nextInt(200) == 0 ? 1e6 * (1 + 19 * random.nextDouble()) : 0;
            histogram.recordValue((long) (medianNanos * Math.exp(0.3 * random.nextGaussian()) + pause));
        }
        return histogram;
    }

    static List<PercentileCurve> curves(int count, int samples, double medianNanos) {
        return IntStream.range(0, count)
                .mapToObj(i -> PercentileCurve.of(histogram(i, samples, medianNanos * (1 + 0.1 * i))))
                .toList();
    }
}
