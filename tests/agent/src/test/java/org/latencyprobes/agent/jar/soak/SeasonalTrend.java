package org.latencyprobes.agent.jar.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The trend of samples that are taken under the same conditions in turn, such as minutes of a soak under its faults, by the seasonal Kendall
 * test (Hirsch, Slack and Smith, 1982): only samples of the same condition are compared, of which it is counted how many grew. An odd sample
 * counts no more than any other. Where samples are alike for some turns it sees trends too easily.
 *
 * @param z how many standard deviations the growths are beyond those that chance gives; not a number where there are too few samples
 * @param slope by how much samples grow from one to the next: the median of all that are compared
 */
record SeasonalTrend(double z, double slope) {

    /** Chance alone is beyond it once in twenty times. */
    private static final double SPREAD = 1.96;

    static SeasonalTrend of(List<Long> samples, int conditions) {
        double growths = 0;
        double variance = 0;
        List<Double> slopes = new ArrayList<>();
        for (int first = 0; first < Math.min(conditions, samples.size()); first++) {
            int alike = 0;
            for (int i = first; i < samples.size(); i += conditions) {
                alike++;
                for (int j = i + conditions; j < samples.size(); j += conditions) {
                    long growth = samples.get(j) - samples.get(i);
                    growths += Long.signum(growth);
                    slopes.add((double) growth / (j - i));
                }
            }
            variance += alike * (alike - 1) * (2 * alike + 5) / 18.0;
        }
        slopes.sort(null);
        return slopes.isEmpty()
                ? new SeasonalTrend(Double.NaN, 0)
                : new SeasonalTrend(
                        (growths - Math.signum(growths)) / Math.sqrt(variance), slopes.get(slopes.size() / 2));
    }

    @Override
    public String toString() {
        if (Double.isNaN(z)) {
            return "too few for a trend";
        }
        String verdict = Math.abs(z) < SPREAD ? "no trend beyond the spread" : "a TREND beyond the spread";
        return String.format(Locale.ROOT, "%s (z %.1f, %+.2f a minute)", verdict, z, slope);
    }
}
