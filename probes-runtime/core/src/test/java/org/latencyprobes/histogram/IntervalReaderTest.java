package org.latencyprobes.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.Readings;
import org.latencyprobes.probe.LatencyProbe;
import org.latencyprobes.probe.Outcome;

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
        probe.sampleNanos(1);
        reader.total();
        new IntervalReader().read();
        assertThat(count(reader.read())).isEqualTo(1);
    }

    @Test
    void laterReadGivesOnlyWhatCameSince() {
        probe.sampleNanos(1);
        reader.read();
        probe.sampleNanos(2);
        probe.sampleNanos(2);
        Interval interval = Readings.only(name, reader.read());
        assertThat(interval.count()).isEqualTo(2);
        assertThat(interval.histogram().getCountAtValue(1)).isZero();
        assertThat(interval.histogram().getCountAtValue(2)).isEqualTo(2);
    }

    @Test
    void probeWithoutNewSampleIsLeftOut() {
        probe.sampleNanos(1);
        reader.read();
        assertThat(Readings.of(name, reader.read())).isEmpty();
    }

    @Test
    void readingCountsGivesProbesWithoutNewSamplesToo() {
        probe.sampleNanos(1);
        assertThat(count(reader.read())).isEqualTo(1);
        List<Interval> idle = Readings.evenIfEmpty(name, reader);
        assertThat(idle).hasSize(2).allMatch(interval -> interval.count() == 0 && interval.maxNanos() == 0);
        assertThat(idle).extracting(Interval::outcome).containsExactlyInAnyOrder("ok", "error");
        probe.sampleNanos(2);
        assertThat(count(Readings.evenIfEmpty(name, reader).stream()
                        .filter(interval -> interval.count() > 0)
                        .toList()))
                .isEqualTo(1);
    }

    @Test
    void countsAtWhichReceiverThrowsComeAgain() {
        probe.sampleNanos(1);
        assertThatThrownBy(() -> reader.readCounts(counts -> {
                    if (counts.name().equals(name)) {
                        throw new IllegalStateException("of the receiver");
                    }
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(count(reader.read())).isEqualTo(1);
    }

    @Test
    void eachReaderSeesEverySample() {
        IntervalReader other = new IntervalReader();
        probe.sampleNanos(1);
        assertThat(count(reader.read())).isEqualTo(1);
        probe.sampleNanos(2);
        assertThat(count(reader.read())).isEqualTo(1);
        assertThat(count(other.read())).isEqualTo(2);
    }

    @Test
    void totalDoesNotMoveReader() {
        probe.sampleNanos(1);
        assertThat(count(reader.total())).isEqualTo(1);
        assertThat(count(reader.total())).isEqualTo(1);
        assertThat(count(reader.read())).isEqualTo(1);
        assertThat(count(reader.total())).isEqualTo(1);
    }

    @Test
    void whatIsSkippedIsGivenByNoLaterRead() {
        probe.sampleNanos(1);
        reader.skip();
        probe.sampleNanos(2);
        assertThat(count(reader.read())).isEqualTo(1);
        assertThat(count(reader.total())).isEqualTo(2);
    }

    @Test
    void readTakenBackIsGivenAgain() {
        probe.sampleNanos(1);
        reader.read();
        probe.sampleNanos(2);
        long startMillis = Readings.only(name, reader.read()).startMillis();
        reader.unread();
        probe.sampleNanos(3);
        Interval again = Readings.only(name, reader.read());
        assertThat(again.count()).isEqualTo(2);
        assertThat(again.startMillis()).isEqualTo(startMillis);
        assertThat(Readings.of(name, reader.read())).isEmpty();
    }

    @Test
    void copyGoesOnByItself() {
        probe.sampleNanos(1);
        reader.read();
        probe.sampleNanos(2);
        reader.read();
        IntervalReader copy = reader.copy();
        reader.unread();
        probe.sampleNanos(3);
        assertThat(count(copy.read())).isEqualTo(1);
        reader.unread();
        assertThat(Readings.of(name, copy.read())).isEmpty();
        assertThat(count(reader.read())).isEqualTo(2);
    }

    @Test
    void outcomesAreApart() {
        probe.sampleNanos(1);
        probe.sampleNanos(2, Outcome.ERROR);
        List<Interval> intervals = Readings.of(name, reader.read());
        assertThat(intervals).extracting(Interval::outcome).containsExactlyInAnyOrder("ok", "error");
        assertThat(intervals).extracting(Interval::count).containsExactly(1L, 1L);
    }

    @Test
    void intervalNamesItsProbe() {
        probe.sampleNanos(1);
        Interval interval = Readings.only(name, reader.read());
        assertThat(interval.tags()).isEqualTo(Map.of("venue", "XETR"));
        assertThat(interval.kind()).isEqualTo("probe");
        assertThat(interval.isJitter()).isFalse();
        assertThat(Tag.decode(interval.tag())).isEqualTo(new Tag(name, Map.of("venue", "XETR"), "ok"));
    }

    @Test
    void intervalsFollowEachOtherInTime() {
        probe.sampleNanos(1);
        Interval first = Readings.only(name, reader.read());
        probe.sampleNanos(1);
        Interval second = Readings.only(name, reader.read());
        assertThat(second.startMillis()).isEqualTo(first.endMillis());
        assertThat(second.histogram().getStartTimeStamp()).isEqualTo(second.startMillis());
        assertThat(second.histogram().getEndTimeStamp()).isEqualTo(second.endMillis());
    }

    @Test
    void intervalsOfReadEndTogetherAndStartAfterReadBefore() {
        probe.sampleNanos(1);
        long endMillis = Readings.only(name, reader.read()).endMillis();
        LatencyProbe.named(name + " made later").sampleNanos(1);
        probe.sampleNanos(1);
        List<Interval> intervals = reader.read();
        assertThat(intervals).extracting(Interval::startMillis).containsOnly(endMillis);
        assertThat(intervals)
                .extracting(Interval::endMillis)
                .containsOnly(intervals.get(0).endMillis());
    }

    @Test
    void clampedSamplesAreToldByInterval() {
        probe.sampleNanos(-1);
        reader.read();
        probe.sampleNanos(-1);
        probe.sampleNanos(Long.MAX_VALUE);
        Interval interval = Readings.only(name, reader.read());
        assertThat(interval.clampedLow()).isEqualTo(1);
        assertThat(interval.clampedHigh()).isEqualTo(1);
        assertThat(interval.count()).isEqualTo(2);
    }

    private long count(List<Interval> intervals) {
        return Readings.only(name, intervals).count();
    }
}
