package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountsTest {

    private final Counts counts = new Counts();

    @Test
    void nothingIsCountedAtFirst() {
        assertThat(counts.snapshot()).hasSize(Snapshot.COUNTS).startsWith(Snapshot.LAYOUT, 0, 0, 0, 0, 0);
    }

    @Test
    void snapshotEndsAtHighestUsedBucket() {
        counts.record(1_000);
        assertThat(counts.snapshot()).hasSize(Snapshot.COUNTS + Layout.indexOf(1_000) + 1);
    }

    @Test
    void snapshotsAreCumulative() {
        counts.record(7);
        counts.snapshot();
        counts.record(7);
        assertThat(Read.countOf(counts.snapshot(), 7)).isEqualTo(2);
    }

    @Test
    void aSampleThatStandsForOthersIsCountedAsOften() {
        counts.recordWithCount(7, 1);
        counts.recordWithCount(1_000, 50_000_000_000L);
        long[] snapshot = counts.snapshot();
        assertThat(Read.countOf(snapshot, 7)).isEqualTo(1);
        assertThat(Read.countOf(snapshot, 1_000)).isEqualTo(50_000_000_000L);
        Counts.NONE.recordWithCount(7, 2);
        assertThat(Counts.NONE.count()).isZero();
    }

    @Test
    void aBucketThatOutgrowsItsSmallCountersIsCountedExactly() {
        for (int i = 1; i <= 3 * Byte.MAX_VALUE; i++) {
            counts.record(1_000);
            assertThat(counts.count()).isEqualTo(2 * i - 1);
            counts.record(1_000 + i);
            assertThat(Read.total(counts.snapshot())).isEqualTo(2 * i);
        }
        assertThat(Read.countOf(counts.snapshot(), 1_000)).isEqualTo(3 * Byte.MAX_VALUE + 3); // with 1,001 to 1,003
    }

    @Test
    void zeroAndOneHaveBucketsOfTheirOwn() {
        counts.record(0);
        counts.record(1);
        counts.record(1);
        long[] snapshot = counts.snapshot();
        assertThat(Read.countOf(snapshot, 0)).isEqualTo(1);
        assertThat(Read.countOf(snapshot, 1)).isEqualTo(2);
    }

    @Test
    void negativeDurationIsCountedAsZeroAndAsClamped() {
        counts.record(-1);
        counts.record(Long.MIN_VALUE);
        long[] snapshot = counts.snapshot();
        assertThat(Read.countOf(snapshot, 0)).isEqualTo(2);
        assertThat(snapshot[Snapshot.CLAMPED_LOW]).isEqualTo(2);
        assertThat(snapshot[Snapshot.CLAMPED_HIGH]).isZero();
        assertThat(snapshot[Snapshot.MAX]).isZero();
    }

    @Test
    void overlongDurationIsCountedAsLongestAndAsClamped() {
        counts.record(Layout.MAX_NANOS + 1);
        counts.record(Long.MAX_VALUE);
        long[] snapshot = counts.snapshot();
        assertThat(Read.countOf(snapshot, Layout.MAX_NANOS)).isEqualTo(2);
        assertThat(snapshot[Snapshot.CLAMPED_HIGH]).isEqualTo(2);
        assertThat(snapshot[Snapshot.CLAMPED_LOW]).isZero();
        assertThat(snapshot[Snapshot.MAX]).isEqualTo(Layout.MAX_NANOS);
    }

    @Test
    void longestDurationItselfIsNotClamped() {
        counts.record(Layout.MAX_NANOS);
        assertThat(counts.snapshot()[Snapshot.CLAMPED_HIGH]).isZero();
    }

    @Test
    void maxIsExact() {
        counts.record(1_234_567);
        counts.record(1_234_566);
        assertThat(counts.snapshot()[Snapshot.MAX]).isEqualTo(1_234_567);
    }

    @Test
    void maxSinceStartOutlivesRingOfPeriods() {
        counts.record(999_999);
        long[] snapshot = counts.snapshot();
        for (int reading = 0; reading < 3 * Snapshot.PERIODS; reading++) {
            counts.record(5);
            snapshot = counts.snapshot();
        }
        assertThat(snapshot[Snapshot.MAX]).isEqualTo(999_999);
        assertThat(snapshot[Snapshot.PERIOD]).isEqualTo(3 * Snapshot.PERIODS);
    }

    @Test
    void aReadingWithoutASampleSinceTheLastEndsNoPeriod() {
        counts.record(300);
        for (int reading = 0; reading < 3 * Snapshot.PERIODS; reading++) {
            counts.snapshot();
        }
        counts.record(200);
        long[] snapshot = counts.snapshot();
        assertThat(snapshot[Snapshot.PERIOD]).isEqualTo(1);
        assertThat(Read.maxOfPeriod(snapshot, 0)).isEqualTo(300);
        assertThat(Read.maxOfPeriod(snapshot, 1)).isEqualTo(200);
    }

    @Test
    void eachReadingEndsPeriodWithMaxOfItsOwn() {
        counts.record(300);
        counts.snapshot();
        counts.record(200);
        long[] snapshot = counts.snapshot();
        assertThat(snapshot[Snapshot.PERIOD]).isEqualTo(1);
        assertThat(Read.maxOfPeriod(snapshot, 0)).isEqualTo(300);
        assertThat(Read.maxOfPeriod(snapshot, 1)).isEqualTo(200);
    }

    @Test
    void oldestPeriodMakesRoomForNewest() {
        for (int period = 0; period < Snapshot.PERIODS; period++) {
            counts.record(1_000 - period);
            counts.snapshot();
        }
        counts.record(10);
        assertThat(Read.maxOfPeriod(counts.snapshot(), Snapshot.PERIODS)).isEqualTo(10);
    }
}
