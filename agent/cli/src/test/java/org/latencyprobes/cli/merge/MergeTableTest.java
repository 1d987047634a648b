package org.latencyprobes.cli.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.cli.logs.Untimed;
import org.latencyprobes.cli.print.ReportFigures;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.SampledRemark;

class MergeTableTest {

    private static final double BUCKET = 0.008;

    private final HistogramSum sum = new HistogramSum();

    private void add(long nanos, int timed, long counted, boolean isUniform) {
        Histogram line = new Histogram(2);
        line.recordValueWithCount(nanos, timed);
        sum.add(line, Untimed.of(line, counted, isUniform));
    }

    private Figures row() {
        return ReportFigures.of(MergeTable.row(new Tag("p", Map.of(), "ok"), sum, 1_000));
    }

    @Test
    void totalAndMeanAreAddedUpFromWhatEachLineTells() {
        add(1_000, 100, 1_500, true);
        add(9_000, 50, 0, true);
        Figures row = row();
        assertThat(row.totalMicros()).isCloseTo(2_050, within(2_050 * BUCKET));
        assertThat(row.meanMicros()).isCloseTo(2_050.0 / 1_650, within(2 * BUCKET));
        assertThat(SampledRemark.lines(List.of(row)))
                .anyMatch(line -> line.contains("total and mean are added up from parts of the time"));
    }

    @Test
    void aLineWhoseTimedCallsAreNoUniformChoiceOrThatHasNoneLeavesThemUnknown() {
        add(1_000, 100, 1_500, false);
        assertThat(row().totalMicros()).isNaN();
        HistogramSum counted = new HistogramSum();
        counted.add(new Histogram(2), Untimed.of(new Histogram(2), 5, true));
        assertThat(counted.untimed().nanos()).isNaN();
    }
}
