package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CountsAllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int RECORDS = 1_000_000;
    private static final int ROUNDS = 5;

    @BeforeEach
    void warmUp() {
        Counts counts = new Counts();
        recordEverywhere(counts);
        recordMany(counts);
        allocatedBytes(() -> recordMany(counts));
    }

    @Test
    void recordAllocatesNothing() {
        assertThat(leastBytes(counts -> allocatedBytes(() -> recordMany(counts))))
                .isZero();
    }

    @Test
    void firstSampleOfABucketAllocatesNothing() {
        assertThat(leastBytes(counts -> allocatedBytes(() -> recordEverywhere(counts))))
                .isZero();
    }

    @Test
    void sampleThatFindsNoBucketAllocatesNothing() {
        assertThat(leastBytes(counts -> {
                    try (NoSpares noSpares = new NoSpares()) {
                        assertThat(noSpares).isNotNull();
                        return allocatedBytes(() -> recordEverywhere(counts));
                    }
                }))
                .isZero();
    }

    private static void recordMany(Counts counts) {
        for (int i = 0; i < RECORDS; i++) {
            counts.record(i);
        }
    }

    private static void recordEverywhere(Counts counts) {
        for (int index = 0; index < Layout.LENGTH; index++) {
            counts.record(Layout.lowestNanos(index));
        }
        counts.record(-1);
        counts.record(Long.MAX_VALUE);
    }

    /** The JVM now and then adds an object of its own. New counters fill the stock again. */
    private static long leastBytes(ToLongFunction<Counts> allocated) {
        return LongStream.generate(() -> allocated.applyAsLong(new Counts()))
                .limit(ROUNDS)
                .min()
                .orElseThrow();
    }

    private static long allocatedBytes(Runnable action) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        action.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
