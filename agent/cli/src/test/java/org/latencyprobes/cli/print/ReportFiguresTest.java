package org.latencyprobes.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.figures.ReportTable;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Nesting;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.SampledRemark;

final class ReportFiguresTest {

    /** With fewer than 20 timed calls, no percentile has a confidence interval. */
    @ParameterizedTest
    @CsvSource({"5,100,true", "5,100,false", "1000,100,true", "1000,100,false", "0,100,true", "5,0,true"})
    void aRowGivesTheFiguresThatItWasMadeOf(int timed, long untimed, boolean isUniform) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(2_000, timed);
        Interval interval = new Interval(
                "p",
                Map.of("k", "v"),
                "ok",
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
                histogram);
        Figures figures = Figures.of(interval);
        Figures read = ReportFigures.of(ReportTable.row(figures, interval));
        assertThat(read.isUniform()).isEqualTo(isUniform);
        assertThat(read.timed()).isEqualTo(timed);
        assertThat(read.bounds()).hasSameSizeAs(figures.bounds());
        assertThat(read.totalMicros()).isEqualTo((Double) figures.totalMicros());
        assertThat(SampledRemark.lines(List.of(read))).isEqualTo(SampledRemark.lines(List.of(figures)));
    }
}
