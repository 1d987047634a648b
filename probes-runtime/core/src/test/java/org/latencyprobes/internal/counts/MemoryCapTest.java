package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryCapTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @AfterEach
    void restoreCap() {
        MemoryCap.cap(MemoryCap.DEFAULT_CAP_BYTES);
    }

    @Test
    void newProbesGetNoMoreThanThreeQuartersOfCap() {
        MemoryCap.cap(MemoryCap.usedBytes() * 4 / 3 + 4_000);
        assertThat(MemoryCap.reserve(4_000)).isFalse();
        assertThat(MemoryCap.reserve(2_000)).isTrue();
        MemoryCap.release(2_000);
    }

    @Test
    void growthMayUseWhatNewProbesMayNot() {
        MemoryCap.cap(MemoryCap.usedBytes() + 1_000);
        assertThat(MemoryCap.reserve(1_000)).isFalse();
        assertThat(MemoryCap.take(1_000, 4)).isTrue();
        assertThat(MemoryCap.take(1, 4)).isFalse();
        MemoryCap.release(1_000);
    }

    @Test
    void refusalTakesNothing() {
        long usedBytes = MemoryCap.usedBytes();
        MemoryCap.cap(usedBytes);
        assertThat(MemoryCap.reserve(1)).isFalse();
        assertThat(MemoryCap.usedBytes()).isEqualTo(usedBytes);
    }

    @Test
    void smallCountersLeaveTheLastQuarterToLargeOnes() {
        List<byte[]> small = NoSpares.all(Spares.SMALL_BUCKETS);
        List<long[]> large = NoSpares.all(Spares.BUCKETS);
        MemoryCap.cap(MemoryCap.usedBytes() * 5 / 4);
        MemoryCap.stock();
        assertThat(Spares.SMALL_BUCKETS.take()).isNull();
        assertThat(Spares.BUCKETS.take()).isNotNull();
        small.forEach(Spares.SMALL_BUCKETS::give);
        large.forEach(Spares.BUCKETS::give);
    }

    @Test
    void countersNeverGrowBeyondCap() {
        long capBytes = MemoryCap.usedBytes() + 50 * Spares.BUCKETS.bytes();
        MemoryCap.cap(capBytes);
        List<Counts> many = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Counts counts = new Counts();
            many.add(counts);
            for (int index = 0; index < Layout.LENGTH; index++) {
                counts.record(Layout.lowestNanos(index));
            }
            long[] snapshot = counts.snapshot();
            assertThat(Read.total(snapshot) + snapshot[Snapshot.UNPLACED]).isEqualTo(Layout.LENGTH);
        }
        assertThat(many).hasSize(50);
        assertThat(MemoryCap.usedBytes()).isLessThanOrEqualTo(capBytes);
    }

    @Test
    void aBucketOfFewSamplesTakesASeventhOfALargeOne() {
        Counts counts = new Counts();
        MemoryCap.stock();
        long usedBytes = MemoryCap.usedBytes();
        for (int i = 0; i < Byte.MAX_VALUE; i++) {
            counts.record(1 << 20);
        }
        MemoryCap.stock();
        assertThat(MemoryCap.usedBytes() - usedBytes)
                .isEqualTo(Spares.SMALL_BUCKETS.bytes())
                .isLessThanOrEqualTo(Spares.BUCKETS.bytes() / 7);
        counts.record(1 << 20);
        MemoryCap.stock();
        assertThat(MemoryCap.usedBytes() - usedBytes).isGreaterThan(Spares.BUCKETS.bytes());
    }

    @Test
    void countersTakeNoMoreThanTheySay() {
        Counts[] kept = {new Counts(), null};
        long before = THREADS.getCurrentThreadAllocatedBytes();
        kept[1] = new Counts();
        long tookBytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(tookBytes).isBetween(Counts.BASE_BYTES * 9 / 10, Counts.BASE_BYTES);
    }
}
