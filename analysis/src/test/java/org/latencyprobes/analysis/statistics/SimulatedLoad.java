package org.latencyprobes.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;

/** Loads whose true quantiles are the same in each recording, although calls depend on each other; but for the one that drifts. */
enum SimulatedLoad {
    INDEPENDENT,
    BURSTY,
    PERIODIC,
    HEAVY_TAILED,
    AUTOCORRELATED,
    DRIFTING;

    private static final double MEDIAN_NANOS = 1_000;

    /** A recording of that many seconds, with a block for each. */
    List<Histogram> record(Random random, int seconds, int callsPerSecond, double factor) {
        return record(random, seconds, callsPerSecond, factor, 0);
    }

    /** The same of a JVM that warms up: at first calls take three times as long, after so many seconds twice as long, and so on. */
    List<Histogram> record(Random random, int seconds, int callsPerSecond, double factor, int halfLifeSeconds) {
        List<Histogram> blocks = new ArrayList<>();
        double level = random.nextGaussian() / Math.sqrt(0.75);
        int phase = random.nextInt(5);
        for (int second = 0; second < seconds; second++) {
            level = level / 2 + random.nextGaussian();
            boolean isBurst = random.nextInt(10) == 0;
            Histogram block = new Histogram(3);
            for (int call = 0; call < callsPerSecond; call++) {
                double logarithm = switch (this) {
                    case INDEPENDENT -> 0.3 * random.nextGaussian();
                    case BURSTY -> 0.3 * random.nextGaussian() + (isBurst && random.nextInt(3) == 0 ? 1.5 : 0);
                    case PERIODIC ->
                        0.3 * random.nextGaussian() + (second % 5 == phase && random.nextInt(4) == 0 ? 1.5 : 0);
                    case HEAVY_TAILED -> -Math.log(1 - random.nextDouble()) / 1.5;
                    case AUTOCORRELATED -> 0.3 * random.nextGaussian() + 0.1 * level;
                    case DRIFTING -> 0.3 * random.nextGaussian() + 0.3 * second / seconds;
                };
                double warming = halfLifeSeconds == 0 ? 0 : 2 * Math.pow(0.5, (double) second / halfLifeSeconds);
                block.recordValue((long) (factor * (1 + warming) * MEDIAN_NANOS * Math.exp(logarithm)));
            }
            blocks.add(block);
        }
        return blocks;
    }
}
