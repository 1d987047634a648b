package org.latencyprobes.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerTest {

    @Test
    void travelsWithTheTypesOfItsColumns() {
        Answer sent = Answer.failed(ExitCode.FAILED, "tab\there")
                .table("probes", Column.text("probe"), Column.number("count"), Column.micros("p50us"))
                .row("a:b\n", 1, null)
                .facts("status")
                .fact(Column.id("pid"), 4711)
                .fact(Column.text("version"), "17");
        Answer received = Answer.parse(sent.text());
        assertThat(received.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(received.sentences()).isEqualTo(sent.sentences());
        assertThat(received.tables()).isEqualTo(sent.tables());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exit\t0\ntable\tt\ta\tb\nrow\t1\n",
                "exit\t0\ntable\tt\ta\nrow\t1\t2\n",
                "exit\t0\nrow\t1\n",
                "exit\t0\nfact\ta\t1\n",
                "exit\t0\ntable\tt\ta\nfact\tb\t1\n",
                "exit\t0\nfacts\tf\nfact\ta\n",
                "exit\t0\nfacts\n",
                "exit\t0\nsay\n",
                "exit\n",
                "exit\tall is well\n",
                ""
            })
    void whatIsNoWholeAnswerIsSaidToBeNone(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Answer.parse(text));
    }

    @Test
    void aColumnOfAnUnknownTypeHoldsTexts() {
        Table table = Answer.parse("exit\t0\ntable\tt\tname\tamount:FURLONGS\nrow\ta\t1\n")
                .tables()
                .get(0);
        assertThat(table.columns()).isEqualTo(List.of(Column.text("name"), Column.text("amount:FURLONGS")));
    }
}
