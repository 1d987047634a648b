package org.latencyprobes.internal.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.internal.probe.Hub;

/** Tests of snapshots that are hard to come by: taken while a sample was half recorded, or beyond the memory cap. */
class IntervalCountsTest {

    @Test
    void maxRaisedJustBeforeReadingIsThatOfCountJustAfter() {
        long[] before = snapshot(0, 1_234_567);
        long[] now = snapshot(1, 1_234_567, 1_234_567);
        assertThat(maxNanos(before, now)).isEqualTo(1_234_567);
    }

    @Test
    void maxThatIsNotYetCountedIsLeftToNextInterval() {
        long[] before = snapshot(0, 0);
        long[] now = snapshot(1, 9_999_999, 100);
        now[Snapshot.PERIOD_MAX + 1] = 9_999_999;
        assertThat(maxNanos(before, now)).isEqualTo(100);
    }

    @Test
    void sampleWithoutBucketCountsAndMaySetMax() {
        long[] before = snapshot(0, 0);
        long[] now = snapshot(1, 9_999_999, 100);
        now[Snapshot.UNPLACED] = 1;
        now[Snapshot.PERIOD_MAX + 1] = 9_999_999;
        Interval interval = Interval.of(counts(before, now));
        assertThat(interval.maxNanos()).isEqualTo(9_999_999);
        assertThat(interval.count()).isEqualTo(2);
        assertThat(interval.unplaced()).isEqualTo(1);
    }

    @Test
    void samplesWithoutAnyBucketAreNotNothing() {
        long[] now = snapshot(0, 77);
        now[Snapshot.UNPLACED] = 1;
        IntervalCounts difference = counts(null, now);
        assertThat(difference.isEmpty()).isFalse();
        assertThat(Interval.of(difference).count()).isEqualTo(1);
    }

    /** One that ended a period, with one sample of each value; the first period's longest is that since start. */
    private static long[] snapshot(int period, long maxNanos, long... values) {
        long[] snapshot = new long[Snapshot.COUNTS + Layout.LENGTH];
        snapshot[0] = Snapshot.LAYOUT;
        snapshot[Snapshot.MAX] = maxNanos;
        snapshot[Snapshot.PERIOD] = period;
        snapshot[Snapshot.PERIOD_MAX] = maxNanos;
        for (long value : values) {
            snapshot[Snapshot.COUNTS + Layout.indexOf(value)]++;
        }
        return snapshot;
    }

    private static IntervalCounts counts(long[] beforeOrNull, long[] now) {
        Map<String, Object> reading =
                Map.of(Hub.NAME, "x", Hub.TAGS, Map.of(), Hub.OUTCOME, "ok", Hub.KIND, "probe", Hub.SNAPSHOT, now);
        PackedSnapshot before = beforeOrNull == null
                ? null
                : PackedSnapshot.of(
                        List.of("x"), null, Map.of(Hub.SNAPSHOT, beforeOrNull), null, new PackedSnapshot.Packing());
        return new IntervalCounts("x", before, before == null ? null : before.unpack(new long[0]), reading, 0, 0);
    }

    private static long maxNanos(long[] before, long[] now) {
        return Interval.of(counts(before, now)).maxNanos();
    }
}
