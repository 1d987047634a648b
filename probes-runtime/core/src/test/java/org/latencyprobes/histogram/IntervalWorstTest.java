package org.latencyprobes.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.Readings;
import org.latencyprobes.counts.Layout;
import org.latencyprobes.counts.Snapshot;
import org.latencyprobes.probe.LatencyProbe;

class IntervalWorstTest {

    private static final long WORST_NANOS = 1_234_567;

    private final IntervalReader reader = new IntervalReader();
    private final IntervalReader other = new IntervalReader();
    private final String name;
    private final LatencyProbe probe;

    IntervalWorstTest(TestInfo test) {
        name = test.getDisplayName();
        probe = LatencyProbe.named(name);
    }

    @Test
    void worstIsExactInEachInterval() {
        probe.sampleNanos(9_999_999);
        assertThat(worstNanos(reader)).isEqualTo(9_999_999);
        probe.sampleNanos(WORST_NANOS);
        probe.sampleNanos(5);
        assertThat(worstNanos(reader)).isEqualTo(WORST_NANOS);
    }

    @Test
    void worstOfIntervalBeforeIsNotTakenForThisOnes() {
        assertThat(Layout.indexOf(WORST_NANOS + 1)).isEqualTo(Layout.indexOf(WORST_NANOS));
        probe.sampleNanos(WORST_NANOS + 1);
        reader.read();
        probe.sampleNanos(WORST_NANOS);
        assertThat(worstNanos(reader)).isEqualTo(WORST_NANOS);
    }

    @Test
    void worstIsExactWhileOthersRead() {
        reader.read();
        probe.sampleNanos(WORST_NANOS);
        readByOther(Snapshot.PERIODS - 1);
        assertThat(worstNanos(reader)).isEqualTo(WORST_NANOS);
    }

    @Test
    void worstIsEdgeOfItsBucketOnceOthersReadTooOften() {
        probe.sampleNanos(2 * WORST_NANOS);
        reader.read();
        probe.sampleNanos(WORST_NANOS);
        readByOther(Snapshot.PERIODS + 1);
        assertThat(worstNanos(reader)).isEqualTo(Layout.highestNanos(Layout.indexOf(WORST_NANOS)));
    }

    @Test
    void worstIsExactHoweverOftenOthersReadAnIdleProbe() {
        probe.sampleNanos(2 * WORST_NANOS);
        reader.read();
        probe.sampleNanos(WORST_NANOS);
        for (int reading = 0; reading < 2 * Snapshot.PERIODS; reading++) {
            other.read();
        }
        assertThat(worstNanos(reader)).isEqualTo(WORST_NANOS);
    }

    @Test
    void worstIsNeverAboveWorstSinceStart() {
        reader.read();
        probe.sampleNanos(WORST_NANOS);
        readByOther(2 * Snapshot.PERIODS);
        assertThat(worstNanos(reader)).isEqualTo(WORST_NANOS);
    }

    @Test
    void worstSinceStartIsExactHoweverOftenOthersRead() {
        probe.sampleNanos(WORST_NANOS);
        readByOther(3 * Snapshot.PERIODS);
        assertThat(worstNanos(reader)).isEqualTo(WORST_NANOS);
    }

    private void readByOther(int times) {
        for (int reading = 0; reading < times; reading++) {
            probe.sampleNanos(1);
            other.read();
        }
    }

    private long worstNanos(IntervalReader from) {
        return Readings.only(name, from.read()).worstNanos();
    }
}
