package org.latencyprobes.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.Readings;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.probe.LatencyProbe;

class IntervalMaxTest {

    private static final long MAX_NANOS = 1_234_567;

    private final IntervalReader reader = new IntervalReader();
    private final IntervalReader other = new IntervalReader();
    private final String name;
    private final LatencyProbe probe;

    IntervalMaxTest(TestInfo test) {
        name = test.getDisplayName();
        probe = LatencyProbe.named(name);
    }

    @Test
    void maxIsExactInEachInterval() {
        probe.recordNanos(9_999_999);
        assertThat(maxNanos(reader)).isEqualTo(9_999_999);
        probe.recordNanos(MAX_NANOS);
        probe.recordNanos(5);
        assertThat(maxNanos(reader)).isEqualTo(MAX_NANOS);
    }

    @Test
    void maxOfIntervalBeforeIsNotTakenForThisOnes() {
        assertThat(Layout.indexOf(MAX_NANOS + 1)).isEqualTo(Layout.indexOf(MAX_NANOS));
        probe.recordNanos(MAX_NANOS + 1);
        reader.read();
        probe.recordNanos(MAX_NANOS);
        assertThat(maxNanos(reader)).isEqualTo(MAX_NANOS);
    }

    @Test
    void maxIsExactWhileOthersRead() {
        reader.read();
        probe.recordNanos(MAX_NANOS);
        readByOther(Snapshot.PERIODS - 1);
        assertThat(maxNanos(reader)).isEqualTo(MAX_NANOS);
    }

    @Test
    void maxIsEdgeOfItsBucketOnceOthersReadTooOften() {
        probe.recordNanos(2 * MAX_NANOS);
        reader.read();
        probe.recordNanos(MAX_NANOS);
        readByOther(Snapshot.PERIODS + 1);
        assertThat(maxNanos(reader)).isEqualTo(Layout.highestNanos(Layout.indexOf(MAX_NANOS)));
    }

    @Test
    void maxIsExactHoweverOftenOthersReadAnIdleProbe() {
        probe.recordNanos(2 * MAX_NANOS);
        reader.read();
        probe.recordNanos(MAX_NANOS);
        for (int reading = 0; reading < 2 * Snapshot.PERIODS; reading++) {
            other.read();
        }
        assertThat(maxNanos(reader)).isEqualTo(MAX_NANOS);
    }

    @Test
    void maxIsNeverAboveMaxSinceStart() {
        reader.read();
        probe.recordNanos(MAX_NANOS);
        readByOther(2 * Snapshot.PERIODS);
        assertThat(maxNanos(reader)).isEqualTo(MAX_NANOS);
    }

    @Test
    void maxSinceStartIsExactHoweverOftenOthersRead() {
        probe.recordNanos(MAX_NANOS);
        readByOther(3 * Snapshot.PERIODS);
        assertThat(maxNanos(reader)).isEqualTo(MAX_NANOS);
    }

    private void readByOther(int times) {
        for (int reading = 0; reading < times; reading++) {
            probe.recordNanos(1);
            other.read();
        }
    }

    private long maxNanos(IntervalReader from) {
        return Readings.only(name, from.read()).maxNanos();
    }
}
