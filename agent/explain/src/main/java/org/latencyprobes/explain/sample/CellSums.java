package org.latencyprobes.explain.sample;

import java.util.Arrays;

/**
 * Sums over sampled calls of about the same duration, each of which stands for some calls: all that intervals of the causes' shares need. Sums only
 * grow, so that a reader has those of a time as a difference. Mutable; whoever has it sees to its lock.
 */
public final class CellSums {

    /** So many calls of a cell that might have been otherwise guard against what was not seen. */
    private static final double PSEUDO_CALLS = 4;

    private static final double NEARLY_NONE = 1e-9;

    private static final int KEPT = 0;
    private static final int CALLS = 1;
    private static final int CALLS_SQUARED = 2;
    private static final int NANOS = 3;
    private static final int NANOS_SQUARED = 4;
    private static final int BY_CAUSE = 5;

    private final int causes;
    private final double[] sums;

    /**
     * Begins without calls.
     *
     * @param causes how many causes there are
     */
    public CellSums(int causes) {
        this.causes = causes;
        sums = new double[BY_CAUSE + 4 * causes];
    }

    /**
     * The memory of one.
     *
     * @param causes how many causes there are
     * @return in bytes
     */
    public static int bytes(int causes) {
        return 24 + 16 + Double.BYTES * (BY_CAUSE + 4 * causes);
    }

    /**
     * Adds a call.
     *
     * @param standsFor how many calls it stands for
     * @param nanos its duration
     * @param main the number of its main cause
     * @param nanosByCause its duration by cause
     */
    public void add(long standsFor, long nanos, int main, long[] nanosByCause) {
        sums[KEPT]++;
        sums[CALLS] += standsFor;
        sums[CALLS_SQUARED] += (double) standsFor * standsFor;
        sums[NANOS] += (double) standsFor * nanos;
        sums[NANOS_SQUARED] += (double) standsFor * nanos * nanos;
        sums[at(0, main)] += standsFor;
        for (int cause = 0; cause < causes; cause++) {
            double own = (double) standsFor * nanosByCause[cause];
            sums[at(1, cause)] += own;
            sums[at(2, cause)] += own * nanos;
            sums[at(3, cause)] += own * nanosByCause[cause];
        }
    }

    private int at(int row, int cause) {
        return BY_CAUSE + row * causes + cause;
    }

    /**
     * Adds others, or takes them away.
     *
     * @param other of as many causes
     * @param sign 1 or −1
     */
    public void plus(CellSums other, int sign) {
        Arrays.setAll(sums, at -> sums[at] + sign * other.sums[at]);
    }

    /** {@return how many calls were added} */
    public long kept() {
        return Math.round(sums[KEPT]);
    }

    /** {@return how many calls these stand for} */
    public long calls() {
        return Math.round(sums[CALLS]);
    }

    /** {@return the time of these, in ns} */
    public double nanos() {
        return sums[NANOS];
    }

    /**
     * The time of one cause in these.
     *
     * @param cause its number
     * @return in ns
     */
    public double nanos(int cause) {
        return sums[at(1, cause)];
    }

    private double rate(int cause, boolean byTime) {
        double rate = byTime ? sums[at(1, cause)] / sums[NANOS] : sums[at(0, cause)] / sums[CALLS];
        return Math.min(1, Math.max(0, rate));
    }

    /** How large a uniform sample would say as much: a split varies less than yes or no, and calls that stand for unequal numbers say less. */
    private double effective(int cause, boolean byTime, double all) {
        double kept = sums[KEPT];
        if (kept >= all) {
            return Double.POSITIVE_INFINITY;
        }
        double alike = sums[CALLS] * sums[CALLS] / sums[CALLS_SQUARED];
        double effective = alike * (all - 1) / Math.max(all - kept, NEARLY_NONE);
        return byTime ? effective / designEffect(cause, alike) : effective;
    }

    private double designEffect(int cause, double kept) {
        double rate = rate(cause, true);
        if (rate < NEARLY_NONE || rate > 1 - NEARLY_NONE) {
            return 1;
        }
        double mean = sums[NANOS] / sums[CALLS];
        double off = sums[at(3, cause)] - 2 * rate * sums[at(2, cause)] + rate * rate * sums[NANOS_SQUARED];
        double squares = Math.max(0, off) / (mean * mean) * (kept / sums[CALLS]);
        double guarded = (kept * rate + PSEUDO_CALLS / 2) / (kept + PSEUDO_CALLS);
        double pseudo = PSEUDO_CALLS * guarded * (1 - guarded);
        return Math.min(1, (squares + pseudo) / (kept * rate * (1 - rate) + pseudo));
    }

    /**
     * A cause's share of the calls, or of their time, in several cells.
     *
     * @param cause its number
     * @param cells none of them empty
     * @param all how many calls there were in each
     * @param weights of the cells; sum to 1
     * @param byTime whether of the time; else of the calls, by their main causes
     * @param widened by so much both ends are further out
     * @return from 0 to 1
     */
    public static Share share(
            int cause, CellSums[] cells, double[] all, double[] weights, boolean byTime, double widened) {
        double[] rates = new double[cells.length];
        double[] samples = new double[cells.length];
        for (int cell = 0; cell < cells.length; cell++) {
            rates[cell] = cells[cell].rate(cause, byTime);
            samples[cell] = cells[cell].effective(cause, byTime, all[cell]);
        }
        Share share = StratifiedWilson.of(rates, samples, weights, StratifiedWilson.Z);
        return new Share(Math.max(0, share.low() - widened), share.estimate(), Math.min(1, share.high() + widened));
    }
}
