package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountsMaxTest {

    private final Counts counts = new Counts();

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
