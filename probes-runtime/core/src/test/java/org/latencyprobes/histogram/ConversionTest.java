package org.latencyprobes.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.Readings;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.probe.LatencyProbe;

/** Tests that the histogram of an interval is the one that HdrHistogram itself would have recorded. */
class ConversionTest {

    private final Histogram expected = new Histogram(1, Layout.MAX_NANOS, Layout.SIGNIFICANT_DIGITS);
    private final String name;
    private final LatencyProbe probe;

    ConversionTest(TestInfo test) {
        name = test.getDisplayName();
        probe = LatencyProbe.named(name);
    }

    @Test
    void valuesOfWholeRangeAreWhereHdrHistogramHasThem() {
        Random random = new Random(20160229);
        recordInBoth(record -> {
            for (int i = 0; i < 500_000; i++) {
                record.accept(random.nextLong() >>> 22 + random.nextInt(41));
            }
        });
        assertSame();
    }

    @Test
    void edgesOfAllBucketsAreWhereHdrHistogramHasThem() {
        recordInBoth(record -> LongStream.range(0, Layout.LENGTH).forEach(index -> {
            record.accept(Layout.lowestNanos((int) index));
            record.accept(Layout.highestNanos((int) index));
        }));
        assertSame();
    }

    @Test
    void laterIntervalHoldsOnlyItsOwn() {
        IntervalReader reader = new IntervalReader();
        LongStream.range(0, 1_000).forEach(probe::recordNanos);
        reader.read();
        recordInBoth(record -> LongStream.range(500, 5_000).forEach(record));
        Histogram actual = Readings.only(name, reader.read()).histogram();
        assertThat(actual).isEqualTo(expected);
    }

    private void recordInBoth(java.util.function.Consumer<LongConsumer> recording) {
        recording.accept(nanos -> {
            expected.recordValue(nanos);
            probe.recordNanos(nanos);
        });
    }

    private void assertSame() {
        Interval interval = Readings.only(name, new IntervalReader().read());
        for (int index = 0; index < Layout.LENGTH; index++) {
            long nanos = Layout.lowestNanos(index);
            assertThat(interval.histogram().getCountAtValue(nanos)).isEqualTo(expected.getCountAtValue(nanos));
        }
        assertThat(interval.histogram()).isEqualTo(expected);
        assertThat(interval.count()).isEqualTo(expected.getTotalCount());
        for (double percentile = 0; percentile <= 100; percentile += 0.01) {
            assertThat(interval.histogram().getValueAtPercentile(percentile))
                    .isEqualTo(expected.getValueAtPercentile(percentile));
        }
    }
}
