package org.latencyprobes.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Nesting;

class SummaryTest {

    @Test
    void eachProbeAndOutcomeHasRow() {
        assertThat(summary(interval("write", Map.of("to", "disk"), "ok", "probe", 0, 0))
                        .rows())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.label()).isEqualTo("write{to=disk}");
                    assertThat(row.outcome()).isEqualTo("ok");
                    assertThat(ReportTableText.cells(List.of(row)).get(0))
                            .containsExactly(
                                    "1,000", "500.0", "501 µs", "501 ns", "501 ns", "903 ns", "991 ns", "–", "–",
                                    "1.00 µs");
                });
    }

    @Test
    void oneCallTookAsLongInAllAsTheLongest() {
        Histogram last = new Histogram(2);
        last.recordValue(1_003); // of a bucket from 1,000 on
        Interval one = interval("write", Map.of(), "ok", "probe", 1_003, 0, 0, last);
        assertThat(Figures.of(one).totalMicros()).isEqualTo(1.003);
    }

    @Test
    void rowsAreSortedWithErrorsBelowAndJitterLast() {
        Summary summary = summary(
                interval("a.jitter", Map.of(), "ok", "jitter", 0, 0),
                interval("b", Map.of("x", "2"), "ok", "probe", 0, 0),
                interval("b", Map.of("x", "1"), "error", "probe", 0, 0),
                interval("b", Map.of("x", "1"), "ok", "probe", 0, 0),
                interval("a", Map.of(), "ok", "probe", 0, 0));
        assertThat(summary.rows())
                .extracting(row -> row.label() + ',' + row.outcome())
                .containsExactly("a,ok", "b{x=1},ok", "b{x=1},error", "b{x=2},ok", "a.jitter,ok");
    }

    @Test
    void remarksTellWhatTableCannotShow() {
        assertThat(summary(interval("x", Map.of(), "ok", "probe", 3, 4)).remarks())
                .containsExactly(
                        "x: 3 samples were below 0 and counted as 0",
                        "x: 4 samples were longer than 73 minutes and counted as that");
    }

    @Test
    void nothingToRemarkIsNoRemark() {
        assertThat(summary(interval("x", Map.of(), "ok", "probe", 0, 0)).remarks())
                .isEmpty();
    }

    private static Summary summary(Interval... intervals) {
        Summary summary = new Summary();
        List.of(intervals).forEach(summary::add);
        return summary;
    }

    private static Interval interval(
            String name, Map<String, String> tags, String outcome, String kind, long clampedLow, long clampedHigh) {
        Histogram histogram = new Histogram(2);
        for (int nanos = 1; nanos <= 1_000; nanos++) {
            histogram.recordValue(nanos);
        }
        return interval(name, tags, outcome, kind, 1_000, clampedLow, clampedHigh, histogram);
    }

    private static Interval interval(
            String name,
            Map<String, String> tags,
            String outcome,
            String kind,
            long maxNanos,
            long clampedLow,
            long clampedHigh,
            Histogram histogram) {
        return new Interval(
                name,
                tags,
                outcome,
                kind,
                "",
                0,
                2_000,
                maxNanos,
                clampedLow,
                clampedHigh,
                0,
                0,
                true,
                Nesting.NONE,
                histogram);
    }
}
