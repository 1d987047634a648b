package org.latencyprobes.agent.stall;

/** A source of readings of the JVM's counters. For one thread. Reading allocates nothing. */
interface JvmCounters {

    int collectors();

    /** Whether safepoints are counted, and the bounds of pauses known. */
    boolean hasSafepoints();

    void read(CounterReading into);

    /** Whether a thread that allocates may wait for a collector although no thread is stopped. It may where that is not known. */
    default boolean mayWaitForMemory() {
        return true;
    }
}
