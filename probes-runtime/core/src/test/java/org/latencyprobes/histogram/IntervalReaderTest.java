package org.latencyprobes.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.Readings;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.probe.LatencyProbe;

class IntervalReaderTest {

    private final IntervalReader reader = new IntervalReader();
    private final String name;
    private final LatencyProbe probe;

    IntervalReaderTest(TestInfo test) {
        name = test.getDisplayName();
        probe = LatencyProbe.named(name, "venue", "XETR");
    }

    @Test
    void firstReadGivesAllSinceStart() {
        probe.recordNanos(1);
        reader.total();
        new IntervalReader().read();
        assertThat(count(reader.read())).isEqualTo(1);
    }

    @Test
    void laterReadGivesOnlyWhatCameSince() {
        probe.recordNanos(1);
        reader.read();
        probe.recordNanos(2);
        probe.recordNanos(2);
        Interval interval = Readings.only(name, reader.read());
        assertThat(interval.count()).isEqualTo(2);
        assertThat(interval.histogram().getCountAtValue(1)).isZero();
        assertThat(interval.histogram().getCountAtValue(2)).isEqualTo(2);
    }

    @Test
    void probeWithoutNewSampleIsLeftOut() {
        probe.recordNanos(1);
        reader.read();
        assertThat(Readings.of(name, reader.read())).isEmpty();
    }

    @Test
    void eachReaderSeesEverySample() {
        IntervalReader other = new IntervalReader();
        probe.recordNanos(1);
        assertThat(count(reader.read())).isEqualTo(1);
        probe.recordNanos(2);
        assertThat(count(reader.read())).isEqualTo(1);
        assertThat(count(other.read())).isEqualTo(2);
    }

    @Test
    void totalDoesNotMoveReader() {
        probe.recordNanos(1);
        assertThat(count(reader.total())).isEqualTo(1);
        assertThat(count(reader.total())).isEqualTo(1);
        assertThat(count(reader.read())).isEqualTo(1);
        assertThat(count(reader.total())).isEqualTo(1);
    }

    @Test
    void whatIsSkippedIsGivenByNoLaterRead() {
        probe.recordNanos(1);
        reader.skip();
        probe.recordNanos(2);
        assertThat(count(reader.read())).isEqualTo(1);
        assertThat(count(reader.total())).isEqualTo(2);
    }

    @Test
    void readTakenBackIsGivenAgain() {
        probe.recordNanos(1);
        reader.read();
        probe.recordNanos(2);
        long startMillis = Readings.only(name, reader.read()).startMillis();
        reader.unread();
        probe.recordNanos(3);
        Interval again = Readings.only(name, reader.read());
        assertThat(again.count()).isEqualTo(2);
        assertThat(again.startMillis()).isEqualTo(startMillis);
        assertThat(Readings.of(name, reader.read())).isEmpty();
    }

    @Test
    void outcomesAreApart() {
        probe.recordNanos(1);
        probe.recordNanos(2, Outcome.ERROR);
        List<Interval> intervals = Readings.of(name, reader.read());
        assertThat(intervals).extracting(Interval::outcome).containsExactlyInAnyOrder("ok", "error");
        assertThat(intervals).extracting(Interval::count).containsExactly(1L, 1L);
    }

    @Test
    void intervalNamesItsProbe() {
        probe.recordNanos(1);
        Interval interval = Readings.only(name, reader.read());
        assertThat(interval.tags()).isEqualTo(Map.of("venue", "XETR"));
        assertThat(interval.kind()).isEqualTo("probe");
        assertThat(interval.isJitter()).isFalse();
        assertThat(Tag.decode(interval.tag())).isEqualTo(new Tag(name, Map.of("venue", "XETR"), "ok"));
    }

    @Test
    void intervalsFollowEachOtherInTime() {
        probe.recordNanos(1);
        Interval first = Readings.only(name, reader.read());
        probe.recordNanos(1);
        Interval second = Readings.only(name, reader.read());
        assertThat(second.startMillis()).isEqualTo(first.endMillis());
        assertThat(second.histogram().getStartTimeStamp()).isEqualTo(second.startMillis());
        assertThat(second.histogram().getEndTimeStamp()).isEqualTo(second.endMillis());
    }

    @Test
    void intervalsOfReadEndTogetherAndStartAfterReadBefore() {
        probe.recordNanos(1);
        long endMillis = Readings.only(name, reader.read()).endMillis();
        LatencyProbe.named(name + " made later").recordNanos(1);
        probe.recordNanos(1);
        List<Interval> intervals = reader.read();
        assertThat(intervals).extracting(Interval::startMillis).containsOnly(endMillis);
        assertThat(intervals)
                .extracting(Interval::endMillis)
                .containsOnly(intervals.get(0).endMillis());
    }

    @Test
    void clampedSamplesAreToldByInterval() {
        probe.recordNanos(-1);
        reader.read();
        probe.recordNanos(-1);
        probe.recordNanos(Long.MAX_VALUE);
        Interval interval = Readings.only(name, reader.read());
        assertThat(interval.clampedLow()).isEqualTo(1);
        assertThat(interval.clampedHigh()).isEqualTo(1);
        assertThat(interval.count()).isEqualTo(2);
    }

    private long count(List<Interval> intervals) {
        return Readings.only(name, intervals).count();
    }
}
