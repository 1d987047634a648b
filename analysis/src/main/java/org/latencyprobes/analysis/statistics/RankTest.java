package org.latencyprobes.analysis.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The comparison of two independent groups by ranks, which outliers do not move. It holds the U test (Mann and Whitney 1947) and the size of
 * the shift (Hodges and Lehmann 1963). Needs time and memory for each pair of values.
 */
public final class RankTest {

    /** Up to this size of both groups, and without equal values, U's distribution is counted; beyond, the normal one stands for it. */
    private static final int MOST_EXACT = 50;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final int left;
    private final int right;
    private final double[] differences;
    private final double tieTerm;

    private RankTest(double[] left, double[] right) {
        this.left = left.length;
        this.right = right.length;
        differences = new double[Math.multiplyExact(this.left, this.right)];
        Arrays.setAll(differences, i -> left[i / this.right] - right[i % this.right]);
        Arrays.sort(differences);
        tieTerm = tieTerm(left, right);
    }

    /**
     * Compares.
     *
     * @param left at least one value, all finite
     * @param right at least one value, all finite
     * @return the comparison
     * @throws IllegalArgumentException if a group is empty, or a value is not finite
     */
    public static RankTest of(double[] left, double[] right) {
        MeanEstimate.check(left);
        MeanEstimate.check(right);
        return new RankTest(left, right);
    }

    /**
     * The statistic U of the left group.
     *
     * @return the number of pairs in which the left value is larger, equal ones counted half
     */
    public double u() {
        double larger = 0;
        for (double difference : differences) {
            larger += difference > 0 ? 1 : difference == 0 ? 0.5 : 0;
        }
        return larger;
    }

    /**
     * The two-sided p-value of "no shift".
     *
     * @return exact for groups of up to 50 without equal values; else by the normal distribution, corrected for ties and continuity
     */
    public double pValue() {
        double smaller = Math.min(u(), differences.length - u());
        if (isExact()) {
            double[] counts = counts();
            double sum = 0;
            for (int u = 0; u <= smaller; u++) {
                sum += counts[u];
            }
            return Math.min(1, 2 * sum / Arrays.stream(counts).sum());
        }
        double distance = differences.length / 2.0 - smaller - 0.5;
        double deviation = deviation();
        return distance <= 0 || deviation == 0 ? 1 : 2 * NORMAL.survivalProbability(distance / deviation);
    }

    /**
     * The shift of the left group against the right one.
     *
     * @param confidence such as 0.95, above 0 and below 1
     * @return the median of all differences of pairs (Hodges and Lehmann), with the interval that belongs to the U test; infinite where the
     *     groups are too small for the confidence
     */
    public Interval shift(double confidence) {
        int outside = isExact() ? exactOutside(confidence) : normalOutside(confidence);
        int last = differences.length - 1;
        double median = (differences[last / 2] + differences[(last + 1) / 2]) / 2;
        return outside < 1
                ? new Interval(Double.NEGATIVE_INFINITY, median, Double.POSITIVE_INFINITY)
                : new Interval(differences[outside - 1], median, differences[last - outside + 1]);
    }

    /** The largest rank below which at most half of what is not confident lies. */
    private int exactOutside(double confidence) {
        Confidence.check(confidence);
        double[] counts = counts();
        double most = Arrays.stream(counts).sum() * (1 - confidence) / 2;
        double sum = 0;
        int rank = 0;
        while (sum + counts[rank] <= most) {
            sum += counts[rank++];
        }
        return rank;
    }

    private int normalOutside(double confidence) {
        Confidence.check(confidence);
        double critical = NORMAL.inverseSurvivalProbability((1 - confidence) / 2);
        return (int) Math.floor(differences.length / 2.0 - critical * deviation());
    }

    private boolean isExact() {
        return tieTerm == 0 && left <= MOST_EXACT && right <= MOST_EXACT;
    }

    private double deviation() {
        double all = left + (double) right;
        return Math.sqrt(differences.length / 12.0 * (all + 1 - tieTerm / (all * (all - 1))));
    }

    /** The number of orders of both groups for each U. The largest of all values is of the right group, or of the left and adds its pairs. */
    private double[] counts() {
        double[][] byRight = new double[right + 1][];
        for (int j = 0; j <= right; j++) {
            byRight[j] = new double[] {1};
        }
        for (int i = 1; i <= left; i++) {
            for (int j = 1; j <= right; j++) {
                double[] next = Arrays.copyOf(byRight[j - 1], i * j + 1);
                for (int u = 0; u < byRight[j].length; u++) {
                    next[u + j] += byRight[j][u];
                }
                byRight[j] = next;
            }
        }
        return byRight[right];
    }

    /** The sum of t³ − t over groups of t equal values. */
    private static double tieTerm(double[] left, double[] right) {
        double[] all = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, all, left.length, right.length);
        Arrays.sort(all);
        double sum = 0;
        for (int from = 0, to = 0; from < all.length; from = to) {
            while (to < all.length && all[to] == all[from]) {
                to++;
            }
            double equal = to - from;
            sum += equal * equal * equal - equal;
        }
        return sum;
    }
}
