package org.latencyprobes.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.state.HelloFacts;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.protocol.state.OptionRow;

final class AnswerTextTest {

    private record Row(String probe, Map<String, String> tags, long count, double p999us, String mode) {}

    private record Times(String status, double durationus, double differenceLowus, Long nested, double nestedus) {}

    private record Shares(double sharePercent, double percentile) {}

    private record One(String a) {}

    private record Period(String probe, long startMillis, long endMillis) {}

    private static Row row(String probe, long count, double p999us, String mode) {
        return new Row(probe, Map.of(), count, p999us, mode);
    }

    private static MethodRow method(String text) {
        return new MethodRow(text, "app", text, "probed", "B.c", "", "", 12, null, "");
    }

    /** Whoever answers may be an enemy of the one who asks. */
    @Test
    @Tag("each-jdk")
    void nothingOfAnAnswerSteersTheTerminal() {
        String evil = "\u001b[2J\u009b\u0007\u202e\nlatency-probes: all is well";
        Costs costs = new Costs(evil, evil, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, Costs.IN_PLACE);
        Answer answer = new Answer()
                .add("hello", new HelloFacts(evil, 1))
                .add("t", Row.class, List.of(new Row(evil, Map.of(evil, evil), 1, 1, evil)))
                .add("explain", MethodRow.class, List.of(method(evil)))
                .add(Costs.TABLE, Costs.class, List.of(costs));
        Table named = Table.of(evil, One.class, List.of(new One(evil)));
        named.columns().set(0, Column.text(evil));
        answer.tables().add(named);
        String text = AnswerText.tables(answer);
        assertThat(text).contains("all is well").doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]");
        assertThat(text.lines()).noneMatch(line -> line.startsWith("latency-probes:"));
    }

    /** Wherever it stands among the columns. */
    @Test
    void aTableThatIsTooWideHasTheProbeOnALineOfItsOwn() {
        record Wide(String remark, String probe, Map<String, String> tags, long count) {}
        List<Wide> rows = List.of(new Wide("r".repeat(100), "place", Map.of("desk", "7"), 3));
        assertThat(AnswerText.tables(new Answer().add("top", Wide.class, rows)).lines())
                .extracting(line -> line.strip().replaceAll(" +", " "))
                .containsExactly("probe", "remark count", "place desk=7", "r".repeat(100) + " 3");
    }

    /** No share of a sample is known to a third digit. */
    @Test
    void sharesHaveTwoDigits() {
        List<Shares> shares = List.of(
                new Shares(100, 99.99),
                new Shares(82.713, 99.99),
                new Shares(9.949, 99.99),
                new Shares(0.456, 99.99),
                new Shares(0.04, 99.99),
                new Shares(0, 99.99));
        assertThat(AnswerText.tables(new Answer().add("t", Shares.class, shares))
                        .lines())
                .extracting(line -> line.strip().replaceAll(" +", " "))
                .containsExactly(
                        "share percent percentile",
                        "100 99.99",
                        "83 99.99",
                        "9.9 99.99",
                        "0.46 99.99",
                        "0.040 99.99",
                        "0 99.99");
    }

    @Test
    void alignsWordsToTheLeftAndNumbersToTheRight() {
        Answer answer = new Answer()
                .add("t", Row.class, List.of(row("a", 1_234_567, 0.5, "on"), row("longer", 1, 12345.678, "off")));
        assertThat(AnswerText.tables(answer)).isEqualTo("""
                probe       count      p99.9  mode
                a       1,234,567   0.500 µs  on
                longer          1  12,300 µs  off
                """);
    }

    @Test
    void theUnitOfTimesStandsInTheCells() {
        Answer answer = new Answer().add("slow", Times.class, List.of(new Times("a", 1.5, 2, 3L, 4)));
        assertThat(AnswerText.tables(answer)).isEqualTo("""
                status  duration  difference low  nested  nested time
                a        1.50 µs         2.00 µs       3      4.00 µs
                """);
    }

    @Test
    void leavesOutTablesAndColumnsThatSayNothing() {
        Answer answer = new Answer()
                .add("empty", Row.class, List.of())
                .add("slow", Times.class, List.of(new Times("a", Double.NaN, 2, null, Double.NaN)));
        assertThat(AnswerText.tables(answer)).isEqualTo("status  difference low\na              2.00 µs\n");
    }

    @Test
    void namesTablesWhereThereAreSeveral() {
        Answer answer =
                new Answer().add("one", One.class, List.of(new One("x"))).add("two", One.class, List.of(new One("y")));
        assertThat(AnswerText.tables(answer)).isEqualTo("one\na\nx\n\ntwo\na\ny\n");
    }

    @Test
    void showsOfOptionsThoseThatAreSet() {
        Answer answer = new Answer()
                .add(
                        OptionRow.TABLE,
                        OptionRow.class,
                        List.of(
                                new OptionRow("jitter", "hiccup", "default"),
                                new OptionRow("limit", "7", "agent argument")));
        assertThat(AnswerText.tables(answer)).doesNotContain("jitter").contains("limit");
    }

    @Test
    void tellsFromWhenToWhen() {
        Answer answer = new Answer()
                .add("t", Period.class, List.of(new Period("a", 2_000, 5_000), new Period("b", 1_000, 4_000)));
        assertThat(AnswerText.tables(answer)).isEqualTo("1970-01-01 00:00:01Z to 1970-01-01 00:00:05Z\nprobe\na\nb\n");
    }

    @Test
    void showsAFewExplainedMethodsOneBelowTheOther() {
        MethodRow method = new MethodRow("a.B", "app", "c(int)", "probed", "B.c", "", "", 12, null, "");
        assertThat(AnswerText.tables(new Answer().add("explain", MethodRow.class, List.of(method))))
                .isEqualTo("""
                a.B#c(int)
                  verdict  probed
                  loader   app
                  probe    B.c
                  bytes    12
                """);
    }

    @Test
    @Tag("each-jdk")
    void nothingThatIsPrintedSteersTheTerminal() {
        Answer answer = new Answer().add("t", One.class, List.of(new One("a\u001b[31m\nb\u0007")));
        assertThat(AnswerText.tables(answer)).isEqualTo("a\na\\u001b[31m\\u000ab\\u0007\n");
        assertThat(AnswerText.sentence("two\nlines\u001b")).isEqualTo("two\nlines\\u001b");
    }
}
