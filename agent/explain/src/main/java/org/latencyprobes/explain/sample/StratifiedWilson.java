package org.latencyprobes.explain.sample;

/**
 * A confidence interval for the sum of what strata have, each with a rate of its own that a sample of it tells: Wilson's interval (1927), extended
 * from one stratum to several by the profile of their common distance. The ends are the least and the greatest weighted sum of rates {@code q}
 * whose distance from the sampled rates {@code p}, the sum of {@code n (p − q)² / (q (1 − q))}, is at most {@code z²}.
 *
 * <p>With one stratum that is exactly Wilson's interval. Where nothing was hit, the end is above 0: it is that of the stratum which could have
 * most. A stratum of which all is known has no distance. Stateless.
 */
public final class StratifiedWilson {

    /** The normal quantile of 95 %. */
    public static final double Z = 1.959964;

    private static final int OUTER_STEPS = 24;
    private static final int INNER_STEPS = 20;

    /** The natural logarithm of the multiplier is between this and its negative. */
    private static final double WIDEST = 25;

    private static final double TINY = 1e-12;
    private static final double LEAST_RATE = 1e-9;

    private StratifiedWilson() {}

    /**
     * The sum with its ends.
     *
     * @param rates in each stratum's sample, from 0 to 1
     * @param samples the effective size of each sample; infinite where the rate is known
     * @param weights of the strata, which may sum to anything
     * @param z as {@link #Z}
     * @return from 0 to the sum of the weights
     */
    public static Share of(double[] rates, double[] samples, double[] weights, double z) {
        int open = 0;
        double known = 0;
        double estimate = 0;
        double total = 0;
        double[] rate = new double[rates.length];
        double[] sample = new double[rates.length];
        double[] weight = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            estimate += weights[i] * rates[i];
            if (Double.isInfinite(samples[i])) {
                known += weights[i] * rates[i];
            } else {
                total += weights[i];
                rate[open] = rates[i];
                sample[open] = samples[i];
                weight[open++] = weights[i];
            }
        }
        double high = open == 0 ? 0 : highest(rate, sample, weight, open, z);
        for (int i = 0; i < open; i++) {
            rate[i] = 1 - rate[i];
        }
        double low = open == 0 ? 0 : total - highest(rate, sample, weight, open, z);
        return new Share(Math.max(0, Math.min(estimate, known + low)), estimate, Math.max(estimate, known + high));
    }

    /** By bisection of the multiplier; for each, the rates are found by bisection, since their distances are convex. */
    private static double highest(double[] rates, double[] samples, double[] weights, int count, double z) {
        double[] found = new double[count];
        double low = -WIDEST;
        double high = WIDEST;
        for (int step = 0; step < OUTER_STEPS; step++) {
            double middle = (low + high) / 2;
            double multiplier = Math.exp(-middle);
            double distance = 0;
            for (int i = 0; i < count; i++) {
                double rate = rates[i];
                double present = Math.min(
                        1 - LEAST_RATE, Math.max(LEAST_RATE, rate(rate, weights[i] / samples[i] * multiplier)));
                found[i] = present;
                distance += samples[i] * (rate - present) * (rate - present) / Math.max(present * (1 - present), TINY);
            }
            if (distance > z * z) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += weights[i] * found[i];
        }
        return sum;
    }

    /** The rate at which the distance rises as fast as the multiplier says. */
    private static double rate(double sampled, double rise) {
        double low = sampled;
        double high = 1;
        for (int step = 0; step < INNER_STEPS; step++) {
            double middle = (low + high) / 2;
            double missed = (1 - sampled) / Math.max(1 - middle, TINY);
            double hit = sampled / Math.max(middle, TINY);
            if (missed * missed - hit * hit < rise) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
