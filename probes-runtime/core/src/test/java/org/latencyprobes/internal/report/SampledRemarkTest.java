package org.latencyprobes.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Nesting;

class SampledRemarkTest {

    @Test
    void totalAndMeanAreEstimatesAndTheLongestIsOfTheTimed() {
        Figures row = row(1_000, 15_000, true);
        assertThat(row.count()).isEqualTo(16_000);
        assertThat(row.meanMicros()).isCloseTo(2, org.assertj.core.data.Offset.offset(0.02));
        assertThat(ReportTableText.of(List.of(row)).lines().toList().get(3))
                .contains("16,000", "~32", "~2.0", "≥2.00 µs")
                .contains("–  "); // 99.9 and 99.99 are not supported
        assertThat(row.micros().subList(3, 5)).containsOnly(Double.NaN);
        assertThat(row.micros().subList(0, 3)).doesNotContain(Double.NaN);
    }

    @Test
    void saysHowManyWereTimedAndHowSureThePercentilesAre() {
        assertThat(SampledRemark.lines(List.of(row(1_000, 15_000, true))))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("p ok: 1,000 of 16,000 calls timed: p50 ")
                .contains("p99 ")
                .doesNotContain("p99.9");
    }

    @Test
    void givesNoEstimateWhereTheShareChanged() {
        Figures row = row(1_000, 15_000, false);
        assertThat(row.bounds()).containsOnlyNulls();
        assertThat(row.totalMicros()).isNaN();
        assertThat(row.meanMicros()).isNaN();
        assertThat(ReportTableText.of(List.of(row)).lines().toList().get(1))
                .doesNotContain("~")
                .contains("–", "≥2.00");
        assertThat(SampledRemark.lines(List.of(row)).get(1))
                .contains("1,000 of 16,000")
                .contains("not known");
    }

    @Test
    void whatWasOnlyCountedHasNoDurations() {
        Figures row = row(0, 500, true);
        assertThat(ReportTableText.of(List.of(row)).lines().toList().get(1)).matches("p +ok +500 +500\\.0( +–){8}");
        assertThat(SampledRemark.lines(List.of(row))).containsExactly("p ok: 0 of 500 calls timed");
    }

    @Test
    void selfTimesThatAreNotKnownAreNoCallsThatWereNotTimed() {
        assertThat(SampledRemark.lines(List.of(row("ok self", 1_000, 15_000, false), row(1_000, 0, true))))
                .singleElement()
                .asString()
                .startsWith("p ok self: known of 1,000 of 16,000 calls");
    }

    @Test
    void promisesIntervalsOnlyWhereThereAreSome() {
        assertThat(SampledRemark.lines(List.of(row(1_000, 15_000, true))).get(0))
                .endsWith("; 95 % confidence intervals, in µs");
        assertThat(SampledRemark.lines(List.of(row(1_000, 15_000, false))).get(0))
                .startsWith("not every call was timed")
                .doesNotContain("intervals");
    }

    @Test
    void saysNothingWhereAllWereTimed() {
        assertThat(SampledRemark.lines(List.of(row(5, 0, true)))).isEmpty();
    }

    private static Figures row(int timed, long untimed, boolean isUniform) {
        return row("ok", timed, untimed, isUniform);
    }

    private static Figures row(String outcome, int timed, long untimed, boolean isUniform) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(2_000, timed);
        return Figures.of(new Interval(
                "p",
                Map.of(),
                outcome,
                "probe",
                "",
                0,
                1_000,
                2_000,
                0,
                0,
                0,
                untimed,
                isUniform,
                Nesting.NONE,
                histogram));
    }
}
