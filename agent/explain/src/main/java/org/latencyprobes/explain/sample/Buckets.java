package org.latencyprobes.explain.sample;

/** A division of durations into narrow buckets, which are numbered from 0, and of these into strata. */
public interface Buckets {

    /**
     * The bucket of a duration.
     *
     * @param nanos in ns, 0 or more
     * @return its number
     */
    int of(long nanos);

    /**
     * The middle of a bucket.
     *
     * @param bucket its number
     * @return in ns
     */
    double middleNanos(int bucket);

    /** {@return how many buckets a stratum has: its number is a bucket's divided by this} */
    int inStratum();
}
