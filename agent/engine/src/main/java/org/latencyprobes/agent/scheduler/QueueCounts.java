package org.latencyprobes.agent.scheduler;

/**
 * How many virtual threads waited for a carrier, by samples of the scheduler's queue. Counts only grow; the difference of two is what came
 * between them. Mutable; each is for one thread.
 */
public final class QueueCounts {

    /** By the number of binary digits of a queue's length. */
    private static final int LENGTHS = Long.SIZE;

    private long samples;
    private long longest;
    private final long[] byDigits = new long[LENGTHS];

    /** Begins without samples. */
    public QueueCounts() {}

    /** Adds a sample, unless the length is not known, which is negative. Allocates nothing. */
    void add(long queued) {
        if (queued >= 0) {
            samples++;
            longest = Math.max(longest, queued);
            byDigits[LENGTHS - Long.numberOfLeadingZeros(queued)]++;
        }
    }

    /**
     * What came since an earlier copy.
     *
     * @param earlierOrNull a copy of the same counts; null for none
     * @return new counts
     */
    public QueueCounts minus(QueueCounts earlierOrNull) {
        QueueCounts rest = new QueueCounts();
        rest.samples = samples - (earlierOrNull == null ? 0 : earlierOrNull.samples);
        for (int digits = 0; digits < LENGTHS; digits++) {
            rest.byDigits[digits] = byDigits[digits] - (earlierOrNull == null ? 0 : earlierOrNull.byDigits[digits]);
            if (rest.byDigits[digits] > 0) {
                rest.longest = Math.min(longest, (1L << digits) - 1);
            }
        }
        return rest;
    }

    /**
     * All samples.
     *
     * @return how many
     */
    public long samples() {
        return samples;
    }

    /**
     * The samples in which a virtual thread waited.
     *
     * @return how many
     */
    public long waiting() {
        return samples - byDigits[0];
    }

    /**
     * The greatest number of waiting threads.
     *
     * @return of all samples, exact; of a difference, at most twice of what it was
     */
    public long longest() {
        return longest;
    }
}
