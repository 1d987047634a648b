package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountsWorstTest {

    private final Counts counts = new Counts();

    @Test
    void worstIsExact() {
        counts.record(1_234_567);
        counts.record(1_234_566);
        assertThat(counts.snapshot()[Snapshot.WORST]).isEqualTo(1_234_567);
    }

    @Test
    void worstSinceStartOutlivesRingOfPeriods() {
        counts.record(999_999);
        long[] snapshot = counts.snapshot();
        for (int reading = 0; reading < 3 * Snapshot.PERIODS; reading++) {
            counts.record(5);
            snapshot = counts.snapshot();
        }
        assertThat(snapshot[Snapshot.WORST]).isEqualTo(999_999);
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
        assertThat(Read.worstOfPeriod(snapshot, 0)).isEqualTo(300);
        assertThat(Read.worstOfPeriod(snapshot, 1)).isEqualTo(200);
    }

    @Test
    void eachReadingEndsPeriodWithWorstOfItsOwn() {
        counts.record(300);
        counts.snapshot();
        counts.record(200);
        long[] snapshot = counts.snapshot();
        assertThat(snapshot[Snapshot.PERIOD]).isEqualTo(1);
        assertThat(Read.worstOfPeriod(snapshot, 0)).isEqualTo(300);
        assertThat(Read.worstOfPeriod(snapshot, 1)).isEqualTo(200);
    }

    @Test
    void oldestPeriodMakesRoomForNewest() {
        for (int period = 0; period < Snapshot.PERIODS; period++) {
            counts.record(1_000 - period);
            counts.snapshot();
        }
        counts.record(10);
        assertThat(Read.worstOfPeriod(counts.snapshot(), Snapshot.PERIODS)).isEqualTo(10);
    }
}
