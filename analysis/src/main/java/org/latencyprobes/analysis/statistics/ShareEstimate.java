package org.latencyprobes.analysis.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The share of events that one part of a whole has, such as one host of a fleet, with an interval from blocks of time. Events of one block
 * come together, so the sample is counted as smaller than it is, by the design effect: the variance over blocks over that of independent
 * events (Kish 1965). Wilson's interval (1927) of that effective sample holds the share, with Student's t for the number of blocks. It needs
 * blocks that are longer than what makes events come together.
 *
 * @param share 0 to 1
 * @param events the events of the whole
 * @param blocks how many blocks of time hold events
 * @param designEffect at least 1; 1 also where the part has all events or none, which says nothing of how they come together
 */
public record ShareEstimate(double share, long events, int blocks, double designEffect) {

    /**
     * Counts the share.
     *
     * @param part events of the part in each block of time
     * @param whole events of the whole in each block, at least those of the part
     * @return the share
     * @throws IllegalArgumentException if the lengths differ, a part exceeds its whole, or there is no event
     */
    public static ShareEstimate of(long[] part, long[] whole) {
        if (part.length != whole.length) {
            throw new IllegalArgumentException(
                    "blocks of the part and the whole: " + part.length + ", " + whole.length);
        }
        long events = 0;
        long ofPart = 0;
        int blocks = 0;
        for (int block = 0; block < whole.length; block++) {
            if (part[block] < 0 || part[block] > whole[block]) {
                throw new IllegalArgumentException("a part of " + part[block] + " of " + whole[block]);
            }
            events += whole[block];
            ofPart += part[block];
            blocks += whole[block] > 0 ? 1 : 0;
        }
        if (events == 0) {
            throw new IllegalArgumentException("no events");
        }
        double share = (double) ofPart / events;
        return new ShareEstimate(share, events, blocks, designEffect(part, whole, share, events, blocks));
    }

    private static double designEffect(long[] part, long[] whole, double share, long events, int blocks) {
        double squares = 0;
        for (int block = 0; block < whole.length; block++) {
            double excess = part[block] - share * whole[block];
            squares += excess * excess;
        }
        double independent = events * share * (1 - share);
        return independent == 0 || blocks < 2 ? 1 : Math.max(1, squares * blocks / (blocks - 1) / independent);
    }

    /**
     * The confidence interval.
     *
     * @param confidence such as 0.95, above 0 and below 1
     * @param leastDesignEffect the smallest design effect to assume, such as that of the whole's other parts; 1 for none
     * @return the share with its ends, from 0 to 1; with infinite ends for fewer than {@link QuantileEstimate#LEAST_BLOCKS} blocks
     */
    public ConfidenceInterval interval(double confidence, double leastDesignEffect) {
        Confidence.check(confidence);
        if (blocks < QuantileEstimate.LEAST_BLOCKS) {
            return new ConfidenceInterval(Double.NEGATIVE_INFINITY, share, Double.POSITIVE_INFINITY);
        }
        double t = TDistribution.of(blocks - 1.0).inverseSurvivalProbability((1 - confidence) / 2);
        double effective = events / Math.max(designEffect, leastDesignEffect);
        double scale = 1 + t * t / effective;
        double middle = (share + t * t / (2 * effective)) / scale;
        double half = t / scale * Math.sqrt(share * (1 - share) / effective + t * t / (4 * effective * effective));
        return new ConfidenceInterval(
                Math.min(share, Math.max(0, middle - half)), share, Math.max(share, Math.min(1, middle + half)));
    }
}
