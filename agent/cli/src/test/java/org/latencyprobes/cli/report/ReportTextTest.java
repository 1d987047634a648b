package org.latencyprobes.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.figures.ReportTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.slow.StallSum;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.Figures;

final class ReportTextTest {

    private static final long START_MILLIS = 1_763_726_400_000L;

    private static ReportRow row(String probe, String outcome, String kind, int calls) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(1_000_000, calls);
        histogram.setStartTimeStamp(START_MILLIS);
        histogram.setEndTimeStamp(START_MILLIS + 10_000);
        Interval interval = Interval.of(probe, Map.of(), outcome, kind, 1_000_000, histogram);
        return ReportTable.row(Figures.of(interval), interval);
    }

    private static Answer answer(StallSum... stalls) {
        return new Answer()
                .say("as the agent said")
                .add(
                        ReportRow.TABLE,
                        ReportRow.class,
                        List.of(
                                row("place", "ok", "probe", 99),
                                row("place", "error", "probe", 1),
                                row("find", "ok", "probe", 10),
                                row("jitter.hiccup", "ok", "jitter", 1_000)))
                .add(StallSum.TABLE, StallSum.class, List.of(stalls));
    }

    @Test
    void saysWhoseItIsAndErrorsBeforeAllElse() {
        Answer told = ReportText.of(answer(), "Shop, process 1 on web1", 0, false);
        assertThat(told.sentences())
                .containsExactly(
                        "Shop, process 1 on web1",
                        "errors: 1 of 100 calls of place (1.0 %)",
                        "as the agent said",
                        "JVM and machine: no stall from 1 ms on");
    }

    @Test
    void whatTheMachineDidIsALineAndNoRow() {
        Answer told = ReportText.of(
                answer(
                        new StallSum("gc", 3, 380_000, 50_000, "", null),
                        new StallSum("cpu-wait", 2, 100_000, 73_000, "", null)),
                "",
                0,
                false);
        assertThat(told.sentences())
                .last()
                .isEqualTo("JVM and machine: stalled 4.8 % of the time, longest 73.0 ms (cpu-wait)");
        assertThat(told.all(ReportRow.TABLE, ReportRow.class))
                .extracting(ReportRow::probe)
                .containsExactly("place", "place", "find");
        assertThat(told.find(StallSum.TABLE)).isEmpty();
    }

    @Test
    void theTimeIsThatOfAllRowsAlsoOfThoseThatAreNotShown() {
        assertThat(ReportText.millis(answer())).isEqualTo(10_000);
        assertThat(ReportText.millis(new Answer())).isZero();
    }

    @Test
    void ofRunsThatMayOverlapThereIsNoShare() {
        Answer told = ReportText.of(answer(new StallSum("gc", 1, 50_000, 50_000, "", null)), "", -1, false);
        assertThat(told.sentences()).last().isEqualTo("JVM and machine: stalled 50.0 ms in all, longest 50.0 ms (gc)");
    }

    @Test
    void logsKnowWhatTimeTheyCover() {
        Answer told = ReportText.of(answer(new StallSum("gc", 1, 50_000, 50_000, "", null)), "", 5_000, false);
        assertThat(told.sentences())
                .last()
                .isEqualTo("JVM and machine: stalled 1.0 % of the time, longest 50.0 ms (gc)");
    }
}
