package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cost.CostsText;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.internal.probe.ProbeRecorder;

final class BookmarksTest {

    private final ProbeRecorder probe = ProbeRecorder.named("marked", "desk", "fx", "side", "buy");
    private final Bookmarks bookmarks = new Bookmarks(CauseTotals::new, NoConditions::new);

    private static long count(Answer answer) {
        return answer.all(ReportRow.TABLE, ReportRow.class).stream()
                .filter(row -> row.probe().equals("marked"))
                .mapToLong(ReportRow::count)
                .sum();
    }

    private Answer report(String since) {
        return report(since, null);
    }

    private Answer report(String since, String until) {
        return bookmarks.report(
                new Request.Report(since, until, false, true),
                calls -> new Costs(
                        "tsc",
                        "kvm-clock",
                        25,
                        20,
                        -0.42,
                        60,
                        calls.timed(),
                        calls.spanMillis(),
                        1,
                        1,
                        2.5,
                        1.25,
                        0,
                        4,
                        calls.counted(),
                        Costs.IN_PLACE),
                null);
    }

    @Test
    void aMarkStaysWhereItIsUntilItIsSetAgain() {
        bookmarks.mark("noon");
        probe.recordNanos(1_500);
        assertThat(count(report("noon"))).isEqualTo(1);
        assertThat(count(report("noon"))).isEqualTo(1);
        assertThat(bookmarks.mark("noon").sentences()).containsExactly("bookmark noon moved");
        assertThat(count(report("noon"))).isZero();
    }

    @Test
    void theLastReportIsAMarkThatMoves() {
        report("last");
        probe.recordNanos(1_500);
        assertThat(count(report("last"))).isEqualTo(1);
        assertThat(count(report("last"))).isZero();
        assertThat(count(report("start"))).isNotZero();
    }

    @Test
    void soManyMarksAreKeptAndTheOldestGoes() {
        for (int i = 1; i <= 16; i++) {
            assertThat(bookmarks.mark("mark" + i).sentences()).hasSize(1);
        }
        assertThat(bookmarks.mark("mark17").sentences())
                .containsExactly("bookmark mark17 set", "bookmark mark1 is forgotten: 16 are kept");
        assertThat(report("mark1").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(bookmarks.names()).startsWith("start, last, mark2, mark3, ").endsWith(", mark17");
    }

    @Test
    void aMarkNeedsANameOfItsOwn() {
        for (String name : new String[] {"", " ", "start", "last"}) {
            assertThat(bookmarks.mark(name).exitCode()).isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void theTableHasTagsAndMicrosecondsAndNoPercentileOfOneCall() {
        bookmarks.mark("now");
        probe.recordNanos(1_500);
        ReportRow row = report("now").all(ReportRow.TABLE, ReportRow.class).stream()
                .filter(each -> each.probe().equals("marked"))
                .findFirst()
                .orElseThrow();
        assertThat(row.tags()).isEqualTo(Map.of("desk", "fx", "side", "buy"));
        assertThat(List.of(row.outcome(), row.kind(), row.count())).containsExactly("ok", "probe", 1L);
        assertThat(List.of(row.totalus(), row.meanus(), row.maxus())).containsOnly(1.5);
        assertThat(List.of(row.p50us(), row.p9999us())).containsOnly(Double.NaN);
    }

    @Test
    void histogramsAreOfTheSamplesOfTheRows() {
        bookmarks.mark("then");
        probe.recordNanos(1_500);
        probe.recordNanos(9_000);
        HistogramRow row = report("then").all(HistogramRow.TABLE, HistogramRow.class).stream()
                .filter(each -> each.probe().equals("marked"))
                .findFirst()
                .orElseThrow();

        assertThat(row.tags()).containsExactly(Map.entry("desk", "fx"), Map.entry("side", "buy"));
        assertThat(row.outcome()).isEqualTo("ok");
        assertThat(row.kind()).isEqualTo("probe");
        assertThat(HistogramText.parse(row.histogram()).getTotalCount()).isEqualTo(2);
    }

    @Test
    void whatCameSinceASecondMomentHasTablesOfItsOwn() {
        bookmarks.mark("one");
        probe.recordNanos(1_500);
        bookmarks.mark("two");
        probe.recordNanos(9_000);
        Answer answer = report("one", "two");

        assertThat(count(answer)).isEqualTo(2);
        assertThat(answer.all(ReportRow.LATER_TABLE, ReportRow.class))
                .filteredOn(row -> row.probe().equals("marked"))
                .extracting(ReportRow::count)
                .containsExactly(1L);
        assertThat(answer.all(HistogramRow.LATER_TABLE, HistogramRow.class))
                .filteredOn(row -> row.probe().equals("marked"))
                .hasSize(1);
        assertThat(report("one", "three").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void belowTheTableStandsWhatMeasuringCosts() {
        bookmarks.mark("then");
        probe.recordNanos(1_500);
        probe.recordNanos(1_500);
        assertThat(report("then").tables().get(2).name()).isEqualTo(Costs.TABLE);
        Costs costs = report("then").one(Costs.TABLE, Costs.class);
        assertThat(costs.calls()).isEqualTo(2);
        assertThat(CostsText.lines(costs))
                .anyMatch(line -> line.startsWith("overhead: 60 ns a call × 2 calls = 0.0 ms"))
                .anyMatch(line -> line.contains("an estimate"));
    }
}
