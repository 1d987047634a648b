package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.probe.LatencyProbe;

final class BookmarksTest {

    private final LatencyProbe probe = LatencyProbe.named("marked", "desk", "fx", "side", "buy");
    private final Bookmarks bookmarks = new Bookmarks(CauseTotals::new, NoConditions::new);

    private static String count(Answer answer) {
        for (List<String> row : answer.tables().get(0).rows()) {
            if (row.get(0).equals("marked")) {
                return row.get(4);
            }
        }
        return "0";
    }

    private Answer report(String since) {
        return bookmarks.report(
                since,
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
                        Costs.Basis.IN_PLACE),
                null,
                List.of(TailTables.HISTOGRAMS));
    }

    @Test
    void aMarkStaysWhereItIsUntilItIsSetAgain() {
        bookmarks.mark("noon");
        probe.sampleNanos(1_500);
        assertThat(count(report("noon"))).isEqualTo("1");
        assertThat(count(report("noon"))).isEqualTo("1");
        assertThat(bookmarks.mark("noon").sentences()).containsExactly("bookmark noon moved");
        assertThat(count(report("noon"))).isEqualTo("0");
    }

    @Test
    void theLastReportIsAMarkThatMoves() {
        report("last");
        probe.sampleNanos(1_500);
        assertThat(count(report("last"))).isEqualTo("1");
        assertThat(count(report("last"))).isEqualTo("0");
        assertThat(count(report("start"))).isNotEqualTo("0");
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
    void theTableHasTagsAndMicroseconds() {
        bookmarks.mark("now");
        probe.sampleNanos(1_500);
        List<String> row = report("now").tables().get(0).rows().stream()
                .filter(cells -> cells.get(0).equals("marked"))
                .findFirst()
                .orElseThrow();
        assertThat(row.subList(1, 5)).containsExactly("desk=fx;side=buy", "ok", "probe", "1");
        assertThat(row.subList(6, 14)).containsExactly("1.5", "1.5", "1.5", "1.5", "1.5", "1.5", "1.5", "1.5");
    }

    @Test
    void histogramsAreOfTheSamplesOfTheRows() {
        bookmarks.mark("then");
        probe.sampleNanos(1_500);
        probe.sampleNanos(9_000);
        Answer answer = report("then");
        Table table = answer.tables().get(answer.tables().size() - 1);
        List<String> row = table.rows().stream()
                .filter(cells -> cells.get(0).equals("marked"))
                .findFirst()
                .orElseThrow();

        assertThat(table.name()).isEqualTo(TailTables.HISTOGRAMS);
        assertThat(row.subList(1, 3)).containsExactly("desk=fx;side=buy", "ok");
        assertThat(row.get(table.indexOf("kind"))).isEqualTo("probe");
        assertThat(HistogramText.parse(row.get(table.indexOf("histogram"))).getTotalCount())
                .isEqualTo(2);
    }

    @Test
    void belowTheTableStandsWhatMeasuringCosts() {
        bookmarks.mark("then");
        probe.sampleNanos(1_500);
        probe.sampleNanos(1_500);
        Table table = report("then").tables().get(2);
        assertThat(table.name()).isEqualTo(Costs.TABLE);
        Costs costs = Costs.of(table.rows().get(0));
        assertThat(costs.calls()).isEqualTo(2);
        assertThat(costs.lines())
                .anyMatch(line -> line.startsWith("measuring: 60 ns a call × 2 calls = 0.0 ms"))
                .anyMatch(line -> line.contains("an estimate"));
    }
}
