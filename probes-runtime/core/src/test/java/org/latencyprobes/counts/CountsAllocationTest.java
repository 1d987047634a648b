package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CountsAllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int RECORDS = 1_000_000;

    @BeforeEach
    void warmUp() {
        Counts counts = new Counts();
        recordEverywhere(counts);
        recordMany(counts);
        allocatedBytes(() -> recordMany(counts));
    }

    @Test
    void recordAllocatesNothing() {
        Counts counts = new Counts();
        assertThat(allocatedBytes(() -> recordMany(counts))).isZero();
    }

    @Test
    void firstSampleOfAnOctaveAllocatesNothing() {
        Counts counts = new Counts();
        assertThat(allocatedBytes(() -> recordEverywhere(counts))).isZero();
    }

    @Test
    void sampleThatFindsNoOctaveAllocatesNothing() {
        Counts counts = new Counts();
        try (NoSpares noSpares = new NoSpares()) {
            assertThat(noSpares).isNotNull();
            assertThat(allocatedBytes(() -> recordEverywhere(counts))).isZero();
        }
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

    private static long allocatedBytes(Runnable action) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        action.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
