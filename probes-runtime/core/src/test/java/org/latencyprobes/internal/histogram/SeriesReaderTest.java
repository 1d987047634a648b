package org.latencyprobes.internal.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.Readings;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.internal.probe.ProbeRecorder;

class SeriesReaderTest {

    private final SeriesReader reader = new SeriesReader();
    private final String name;
    private final ProbeRecorder probe;

    SeriesReaderTest(TestInfo test) {
        name = test.getDisplayName();
        probe = ProbeRecorder.named(name, "venue", "XETR");
    }

    /** Of calls that ended well; histograms are of the moment at which they were read. */
    private List<Interval> read(boolean isRead) {
        List<Interval> read = new ArrayList<>();
        reader.read(series -> {
            if (series.name().equals(name) && series.outcome().equals("ok") && isRead) {
                read.add(Interval.of(series.counts()));
            }
        });
        return read;
    }

    @Test
    void countsAreThoseOfOtherReaders() {
        for (int bucket = 0; bucket < 40; bucket++) {
            probe.recordNanos(1L << bucket);
        }
        probe.countUntimed(Outcome.OK);
        Interval total = Readings.only(name, new IntervalReader().read());
        Interval read = read(true).get(0);
        assertThat(read.histogram()).isEqualTo(total.histogram());
        assertThat(read.count()).isEqualTo(total.count()).isEqualTo(41);
        assertThat(read.maxNanos()).isEqualTo(total.maxNanos()).isEqualTo(1L << 39);
        assertThat(read.tags()).isEqualTo(Map.of("venue", "XETR"));
    }

    /** One array serves all. */
    @Test
    void aSeriesHasNothingOfTheOneBefore() {
        probe.recordNanos(1L << 39);
        ProbeRecorder.named(name + " later").recordNanos(3);
        List<Interval> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            reader.read(series -> {
                if (series.name().startsWith(name) && series.hasCalls()) {
                    all.add(Interval.of(series.counts()));
                }
            });
        }
        assertThat(all).hasSize(4).allMatch(interval -> interval.histogram().getTotalCount() == 1);
    }

    @Test
    void callsAreToldWithoutReading() {
        probe.recordNanos(1);
        probe.recordNanos(Long.MAX_VALUE);
        probe.countUntimed(Outcome.OK);
        List<Long> told = new ArrayList<>();
        reader.read(series -> {
            if (series.name().equals(name) && series.outcome().equals("ok")) {
                told.addAll(List.of(series.timed(), series.untimed()));
            }
        });
        assertThat(told).containsExactly(2L, 1L);
    }

    /** A probe keeps the longest of so many readings, for its other readers. */
    @Test
    void whatIsOnlyToldTakesNoMaxFromOtherReaders() {
        IntervalReader other = IntervalReader.fromNow();
        probe.recordNanos(1_234_567);
        for (int i = 0; i < 2 * Snapshot.PERIODS; i++) {
            read(false);
        }
        probe.recordNanos(1);
        assertThat(Readings.only(name, other.read()).maxNanos()).isEqualTo(1_234_567);
    }
}
