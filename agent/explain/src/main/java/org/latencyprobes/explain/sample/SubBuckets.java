package org.latencyprobes.explain.sample;

/** A division of durations into sub-buckets, which are numbered from 0, and of these into strata. */
public interface SubBuckets {

    /**
     * The sub-bucket of a duration.
     *
     * @param nanos in ns, 0 or more
     * @return its number
     */
    int of(long nanos);

    /**
     * The middle of a sub-bucket.
     *
     * @param subBucket its number
     * @return in ns
     */
    double middleNanos(int subBucket);

    /** {@return how many sub-buckets a stratum has: its number is a sub-bucket's divided by this} */
    int inStratum();
}
