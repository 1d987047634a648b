package org.latencyprobes.internal.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.Readings;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.probe.LatencyProbe;

class CountsReaderTest {

    private final CountsReader reader = new CountsReader();
    private final String name;
    private final LatencyProbe probe;

    CountsReaderTest(TestInfo test) {
        name = test.getDisplayName();
        probe = LatencyProbe.named(name, "venue", "XETR");
    }

    @Test
    void readingGivesProbesWithoutNewSamplesToo() {
        probe.recordNanos(1);
        assertThat(count(reader)).isEqualTo(1);
        List<Interval> idle = Readings.evenIfEmpty(name, reader);
        assertThat(idle).hasSize(2).allMatch(interval -> interval.count() == 0 && interval.maxNanos() == 0);
        assertThat(idle).extracting(Interval::outcome).containsExactlyInAnyOrder("ok", "error");
        probe.recordNanos(2);
        assertThat(count(reader)).isEqualTo(1);
    }

    @Test
    void countsAtWhichReceiverThrowsComeAgain() {
        probe.recordNanos(1);
        assertThatThrownBy(() -> reader.read(this::refuse)).isInstanceOf(IllegalStateException.class);
        assertThat(count(reader)).isEqualTo(1);
    }

    @Test
    void readingOfAllComesAgainAsAWhole() {
        reader.skip();
        probe.recordNanos(1);
        assertThatThrownBy(() -> reader.readAll(this::refuse)).isInstanceOf(IllegalStateException.class);
        assertThat(count(reader)).isEqualTo(1);
    }

    @Test
    void copyGoesOnByItself() {
        probe.recordNanos(1);
        reader.skip();
        probe.recordNanos(2);
        reader.skip();
        CountsReader copy = reader.copy();
        reader.unread();
        probe.recordNanos(3);
        assertThat(count(copy)).isEqualTo(1);
        reader.unread();
        assertThat(count(copy)).isZero();
        assertThat(count(reader)).isEqualTo(2);
    }

    private void refuse(IntervalCounts counts) {
        if (counts.name().equals(name)) {
            throw new IllegalStateException("of the receiver");
        }
    }

    private long count(CountsReader from) {
        return Readings.evenIfEmpty(name, from).stream()
                .mapToLong(Interval::count)
                .sum();
    }
}
