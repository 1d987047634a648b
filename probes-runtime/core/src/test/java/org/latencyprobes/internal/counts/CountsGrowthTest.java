package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CountsGrowthTest {

    private static final long BUCKET_START = 1 << 20;

    private final Counts counts = new Counts();
    private final NoSpares noSpares = new NoSpares();

    @AfterEach
    void giveBack() {
        noSpares.close();
    }

    @Test
    void sampleWithoutBucketIsOverflowed() {
        counts.record(BUCKET_START);
        counts.record(BUCKET_START);
        long[] snapshot = counts.snapshot();
        assertThat(Read.countOf(snapshot, BUCKET_START)).isEqualTo(2);
        assertThat(snapshot[Snapshot.UNPLACED]).isZero();
        assertThat(snapshot[Snapshot.MAX]).isEqualTo(BUCKET_START);
    }

    @Test
    void whatDoesNotEvenOverflowIsCountedAsUnplaced() {
        recordBucket();
        long[] snapshot = counts.snapshot();
        assertThat(Read.total(snapshot)).isEqualTo(Overflow.SLOTS);
        assertThat(snapshot[Snapshot.UNPLACED]).isEqualTo(Layout.BUCKET_LENGTH - Overflow.SLOTS);
    }

    @Test
    void nextReadingRepairsGrowth() {
        counts.record(BUCKET_START);
        noSpares.close();
        counts.snapshot();
        try (NoSpares again = new NoSpares()) {
            assertThat(again).isNotNull();
            recordBucket();
        }
        long[] snapshot = counts.snapshot();
        assertThat(Read.total(snapshot)).isEqualTo(Layout.BUCKET_LENGTH + 1);
        assertThat(Read.countOf(snapshot, BUCKET_START)).isEqualTo(2);
        assertThat(snapshot[Snapshot.UNPLACED]).isZero();
    }

    @Test
    void whatWasOverflowedStaysCounted() {
        counts.record(BUCKET_START);
        assertThat(Read.countOf(counts.snapshot(), BUCKET_START)).isEqualTo(1);
        noSpares.close();
        assertThat(Read.countOf(counts.snapshot(), BUCKET_START)).isEqualTo(1);
    }

    private void recordBucket() {
        for (int i = 0; i < Layout.BUCKET_LENGTH; i++) {
            counts.record(Layout.lowestNanos(Layout.indexOf(BUCKET_START) + i));
        }
    }
}
