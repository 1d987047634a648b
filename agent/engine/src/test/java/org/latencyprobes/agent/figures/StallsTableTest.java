package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.StallSum;
import org.latencyprobes.agent.stall.StallSampler;
import org.latencyprobes.agent.stall.Timelines;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.histogram.Interval;

final class StallsTableTest {

    private static final long AGO_MILLIS = 60_000;

    private final Timelines timelines = new Timelines(System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(AGO_MILLIS));
    private final StallsTable table = new StallsTable(timelines.timeline());

    private static Interval collections(long longestMillis) {
        long longestNanos = TimeUnit.MILLISECONDS.toNanos(longestMillis);
        Histogram histogram = new Histogram(2);
        histogram.recordValue(longestNanos);
        histogram.setStartTimeStamp(System.currentTimeMillis() - AGO_MILLIS);
        histogram.setEndTimeStamp(System.currentTimeMillis());
        Map<String, String> tags = Map.of(StallSampler.KIND, StallKind.GC.label());
        return Interval.of(StallSampler.PROBE, tags, "ok", "jitter", longestNanos, histogram);
    }

    private long longestAtMillis() {
        Answer answer = new Answer();
        table.to(answer);
        return answer.one(StallSum.TABLE, StallSum.class).longestAtMillis();
    }

    @Test
    void timeOfTheLongestIsThatOfOneWhichTheRowCounts() {
        timelines.stall(StallKind.GC, 10_000, 4);
        table.add(collections(4));
        long before = longestAtMillis();
        timelines.stall(StallKind.GC, 40_000, 6); // after the counts were read, and longer
        assertThat(longestAtMillis()).isCloseTo(before, within(AGO_MILLIS / 6));
    }

    /** One of two moments that are half a millisecond apart is not where one millisecond becomes the next. */
    @Test
    void aMomentIsTheSameInEachAnswer() {
        long nanos = System.nanoTime();
        assertThat(List.of(nanos, nanos + 500_000))
                .anySatisfy(moment -> assertThat(LongStream.range(0, 1_000)
                                .map(answer -> WhyTables.wallMillis().applyAsLong(moment))
                                .distinct()
                                .count())
                        .isEqualTo(1));
    }
}
