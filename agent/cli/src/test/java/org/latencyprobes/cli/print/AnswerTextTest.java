package org.latencyprobes.cli.print;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.protocol.Costs;

final class AnswerTextTest {

    /** Whoever answers may be an enemy of the one who asks. */
    @Test
    void nothingOfAnAnswerSteersTheTerminal() {
        String evil = "\u001b[2J\u009b\u0007\u202e\nlatency-probes: all is well";
        Column[] explained = {text("className"), text("method"), text("verdict"), text(evil)};
        Answer answer = new Answer()
                .facts(evil)
                .fact(text(evil), evil)
                .table(evil, text(evil), number(evil), micros("startMillis"), text("endMillis"))
                .row(evil, evil, 1, 2)
                .table("explain", explained)
                .row(evil, evil, evil, evil);
        Costs costs = new Costs(evil, evil, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, Costs.IN_PLACE);
        String text = AnswerText.tables(answer.add(Costs.TABLE, Costs.class, List.of(costs)));
        assertThat(text).contains("all is well").doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]");
        assertThat(text.lines()).noneMatch(line -> line.startsWith("latency-probes:"));
    }

    @Test
    void alignsWordsToTheLeftAndNumbersToTheRight() {
        Answer answer = new Answer()
                .table("probes", text("probe"), number("count"), micros("p999us"), text("mode"))
                .row("a", 1_234_567, "0.5", "on")
                .row("longer", 1, "12345.678", "off");
        assertThat(AnswerText.tables(answer)).isEqualTo("""
                times in µs
                probe       count   p99.9  mode
                a       1,234,567   0.500  on
                longer          1  12,346  off
                """);
    }

    @Test
    void theUnitOfTimesStandsAboveTheTableAlone() {
        Answer answer = new Answer()
                .table(
                        "slow",
                        text("status"),
                        micros("durationus"),
                        micros("differenceLowus"),
                        number("nested"),
                        micros("nestedus"))
                .row("a", "1.5", "2", 3, "4");
        assertThat(AnswerText.tables(answer)).isEqualTo("""
                times in µs
                status  duration  difference low  nested  nested time
                a           1.50            2.00       3         4.00
                """);
    }

    @Test
    void leavesOutTablesAndColumnsThatSayNothing() {
        Answer answer = new Answer()
                .table("empty", text("a"))
                .table("methods", text("method"), text("remark"), number("wovenBytes"))
                .row("m", "", null);
        assertThat(AnswerText.tables(answer)).isEqualTo("method\nm\n");
    }

    @Test
    void namesTablesWhereThereAreSeveral() {
        Answer answer = new Answer()
                .table("one", text("a"))
                .row("x")
                .table("two", text("b"))
                .row("y");
        assertThat(AnswerText.tables(answer)).isEqualTo("one\na\nx\n\ntwo\nb\ny\n");
    }

    @Test
    void showsOfOptionsThoseThatAreSet() {
        Answer answer = new Answer()
                .table("options", text("option"), text("value"), text("source"))
                .row("jitter", "hiccup", "default")
                .row("limit", "7", "agent argument");
        assertThat(AnswerText.tables(answer)).doesNotContain("jitter").contains("limit");
    }

    @Test
    void tellsFromWhenToWhen() {
        Answer answer = new Answer()
                .table(
                        "report",
                        text("probe"),
                        new Column("startMillis", Column.Type.MOMENT),
                        new Column("endMillis", Column.Type.MOMENT))
                .row("a", 2_000, 5_000)
                .row("b", 1_000, 4_000);
        assertThat(AnswerText.tables(answer)).isEqualTo("1970-01-01 00:00:01Z to 1970-01-01 00:00:05Z\nprobe\na\nb\n");
    }

    @Test
    void showsAFewExplainedMethodsOneBelowTheOther() {
        Answer answer = new Answer()
                .table(
                        "explain",
                        text("className"),
                        text("loader"),
                        text("method"),
                        text("verdict"),
                        text("probe"),
                        number("bytes"))
                .row("a.B", "app", "c(int)", "probed", "B.c", 12);
        assertThat(AnswerText.tables(answer)).isEqualTo("""
                a.B#c(int)
                  verdict  probed
                  loader   app
                  probe    B.c
                  bytes    12
                """);
    }

    @Test
    void nothingThatIsPrintedSteersTheTerminal() {
        Answer answer = new Answer().table("t", text("probe")).row("a\u001b[31m\nb\u0007");
        assertThat(AnswerText.tables(answer)).isEqualTo("probe\na\\u001b[31m\\u000ab\\u0007\n");
        assertThat(AnswerText.sentence("two\nlines\u001b")).isEqualTo("two\nlines\\u001b");
    }
}
