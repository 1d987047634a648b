package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.probe.LatencyProbe;

final class MarksTest {

    private final LatencyProbe probe = LatencyProbe.named("marked", "desk", "fx", "side", "buy");
    private final Marks marks = new Marks();

    private static String count(Answer answer) {
        for (List<String> row : answer.tables().get(0).rows()) {
            if (row.get(0).equals("marked")) {
                return row.get(4);
            }
        }
        return "0";
    }

    @Test
    void aMarkStaysWhereItIsUntilItIsSetAgain() {
        marks.mark("noon");
        probe.sampleNanos(1_500);
        assertThat(count(marks.report("noon"))).isEqualTo("1");
        assertThat(count(marks.report("noon"))).isEqualTo("1");
        assertThat(marks.mark("noon").sentences()).containsExactly("mark noon moved");
        assertThat(count(marks.report("noon"))).isEqualTo("0");
    }

    @Test
    void theLastReportIsAMarkThatMoves() {
        marks.report("last");
        probe.sampleNanos(1_500);
        assertThat(count(marks.report("last"))).isEqualTo("1");
        assertThat(count(marks.report("last"))).isEqualTo("0");
        assertThat(count(marks.report("start"))).isNotEqualTo("0");
    }

    @Test
    void soManyMarksAreKeptAndTheOldestGoes() {
        for (int i = 1; i <= 16; i++) {
            assertThat(marks.mark("mark" + i).sentences()).hasSize(1);
        }
        assertThat(marks.mark("mark17").sentences())
                .containsExactly("mark mark17 set", "mark mark1 is forgotten: 16 are kept");
        assertThat(marks.report("mark1").exitCode()).isEqualTo(Answer.FAILED);
        assertThat(marks.names()).startsWith("start, last, mark2, mark3, ").endsWith(", mark17");
    }

    @Test
    void aMarkNeedsANameOfItsOwn() {
        for (String name : new String[] {"", " ", "start", "last"}) {
            assertThat(marks.mark(name).exitCode()).isEqualTo(Answer.USAGE);
        }
    }

    @Test
    void theTableHasTagsAndMicroseconds() {
        marks.mark("now");
        probe.sampleNanos(1_500);
        List<String> row = marks.report("now").tables().get(0).rows().stream()
                .filter(cells -> cells.get(0).equals("marked"))
                .findFirst()
                .orElseThrow();
        assertThat(row.subList(1, 5)).containsExactly("desk=fx;side=buy", "ok", "probe", "1");
        assertThat(row.get(6)).isEqualTo("1.503");
        assertThat(row.get(11)).isEqualTo("1.5");
    }
}
