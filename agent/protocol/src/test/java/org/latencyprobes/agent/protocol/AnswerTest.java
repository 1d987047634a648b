package org.latencyprobes.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.protocol.codec.Records;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.state.HelloFacts;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.protocol.state.StatusFacts;

final class AnswerTest {

    private static final List<HistogramRow> ROWS = List.of(
            new HistogramRow("a:b\n", Map.of("desk", "fx;\\"), "ok", "HIST\"", "probe", "1"),
            new HistogramRow("\u001b[2J", Map.of(), "", "", "", ""));

    @Test
    void travelsAsRecords() {
        Answer sent = Answer.failed(ExitCode.FAILED, "tab\there")
                .add(HistogramRow.TABLE, HistogramRow.class, ROWS)
                .add(MethodRow.TABLE, MethodRow.class, List.of())
                .add(HelloFacts.NAME, new HelloFacts("1", 4711));
        Answer received = received(text(sent));
        assertThat(received.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(received.sentences()).isEqualTo(sent.sentences());
        assertThat(received.all(HistogramRow.TABLE, HistogramRow.class)).isEqualTo(ROWS);
        assertThat(received.find(MethodRow.TABLE))
                .get()
                .matches(table -> table.rows().isEmpty());
        assertThat(received.one(HelloFacts.NAME, HelloFacts.class)).isEqualTo(new HelloFacts("1", 4711));
        assertThat(received.find(HelloFacts.NAME)).get().matches(Table::isOfFacts);
    }

    @Test
    void tablesOfOneNameStayApart() {
        Answer sent = new Answer()
                .add(HistogramRow.TABLE, HistogramRow.class, ROWS)
                .add(HistogramRow.TABLE, HistogramRow.class, ROWS.subList(0, 1));
        assertThat(received(text(sent)).tables()).hasSize(2);
    }

    @Test
    void whatALaterVersionAddsIsLeftOut() {
        Answer received = received("{\"gossip\":[]}\n{\"gossip\":{\"a\":1}}\n"
                + "{\"hello\":{\"version\":\"9\",\"pid\":7,\"mood\":[{\"deep\":null}]}}\n{\"exitCode\":0}\n");
        assertThat(received.tables()).hasSize(1);
        assertThat(received.one(HelloFacts.NAME, HelloFacts.class)).isEqualTo(new HelloFacts("9", 7));
    }

    @Test
    void whatARowLacksIsEmptyAndWhatFactsLackIsUnknown() {
        Answer received = received("{\"histograms\":[]}\n{\"histograms\":{}}\n{\"hello\":{}}\n{\"exitCode\":0}\n");
        assertThat(received.all(HistogramRow.TABLE, HistogramRow.class))
                .containsExactly(new HistogramRow("", Map.of(), "", "", "", ""));
        assertThat(received.one(HelloFacts.NAME, HelloFacts.class)).isEqualTo(new HelloFacts(null, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> received.one(StatusFacts.NAME, StatusFacts.class))
                .withMessageContaining("has no status");
    }

    /** Byte for byte: not to be changed. */
    @Test
    void whoAnswersIsUnderstoodInAllVersions() {
        Answer hello = received("{\"hello\":{\"version\":\"0.1.0\",\"pid\":4711}}\n{\"exitCode\":0}\n");
        assertThat(hello.one(HelloFacts.NAME, HelloFacts.class)).isEqualTo(new HelloFacts("0.1.0", 4711));
        Answer detached = received("{\"message\":\"detached: 2 classes restored\"}\n{\"exitCode\":0}\n");
        assertThat(detached.sentences()).containsExactly("detached: 2 classes restored");
        StringBuilder json = new StringBuilder();
        Records.write(new Request.Detach(), json);
        assertThat(new Request.Detach().command() + json).isEqualTo("detach{}");
        assertThat(new Request.Hello().command()).isEqualTo("hello");
        assertThat(new Request.Hello().isOfAllVersions()).isTrue();
    }

    @Test
    void progressAndFilesAreNoPartOfIt() {
        AnswerLines lines = AllAnswers.lines();
        lines.read(AnswerLines.progress("half"));
        assertThat(lines.progress()).isEqualTo("half");
        lines.read(AnswerLines.file(12));
        assertThat(lines.progress()).isNull();
        assertThat(lines.fileBytes()).isEqualTo(12);
        assertThat(lines.isWhole()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "exit 0",
                "{}",
                "[]",
                "{\"exitCode\":-1}",
                "{\"exitCode\":4294967296}",
                "{\"histograms\":5}",
                "{\"histograms\":null}",
                "{\"histograms\":[1]}",
                "{\"histograms\":{\"tags\":{\"a\":null}}}",
                "{\"histograms\":{\"probe\":[\"a\"]}}",
                "{\"exitCode\":\"0\"}",
                "{\"exitCode\":0} x",
                "{\"file\":1e99}",
                "{\"a\":1,\"b\":2}",
                "{\"hello\":{\"pid\":\"x\"}}",
                "{\"hello\":{\"pid\":{}}}",
                "{\"histograms\":{\"tags\":\"x\"}}",
                "{\"message\":\"\\u12\"}",
                "{\"message\":\"",
                "{\"message\":tru}",
                "{\"message\":[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]}"
            })
    void whatIsNoLineOfAnAnswerIsRefused(String line) {
        assertThatIllegalArgumentException().isThrownBy(() -> AllAnswers.lines().read(line));
    }

    private static String text(Answer answer) {
        StringBuilder text = new StringBuilder();
        AnswerLines.write(answer, text, () -> {});
        return text + AnswerLines.end(answer);
    }

    private static Answer received(String text) {
        AnswerLines lines = AllAnswers.lines();
        text.lines().forEach(lines::read);
        assertThat(lines.isWhole()).isTrue();
        return lines.answer();
    }
}
