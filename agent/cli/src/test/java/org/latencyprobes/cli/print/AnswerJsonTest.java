package org.latencyprobes.cli.print;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.protocol.ExitCode;

final class AnswerJsonTest {

    private static JsonNode json(Answer answer) throws IOException {
        return new ObjectMapper().readTree(AnswerJson.of(answer));
    }

    @Test
    void holdsCodeMessagesAndTables() throws IOException {
        JsonNode json = json(Answer.failed(ExitCode.NO_AGENT, "no agent")
                .say("really")
                .table("empty", text("a"))
                .table("full", text("probe"), number("count"))
                .row("x", 1)
                .row("y", 2));
        assertThat(json.get("exitCode").isInt()).isTrue();
        assertThat(json.get("exitCode").asInt()).isEqualTo(4);
        assertThat(json.get("messages").toString()).isEqualTo("[\"no agent\",\"really\"]");
        assertThat(json.get("empty").toString()).isEqualTo("[]");
        assertThat(json.get("full").toString())
                .isEqualTo("[{\"probe\":\"x\",\"count\":1},{\"probe\":\"y\",\"count\":2}]");
    }

    @Test
    void anyTextComesBackAsItWas() throws IOException {
        StringBuilder text = new StringBuilder("\"quoted\" \\ / \uD83D\uDE00 µ \u2028 ");
        for (char c = 0; c < 0xa0; c++) {
            text.append(c);
        }
        JsonNode json = json(new Answer()
                .say(text.toString())
                .table("t", text(text.toString()))
                .row(text));
        assertThat(json.get("messages").get(0).asText()).isEqualTo(text.toString());
        assertThat(json.get("t").get(0).get(text.toString()).asText()).isEqualTo(text.toString());
    }

    @Test
    void numbersAreNumbersWhereTheColumnHoldsThem() throws IOException {
        JsonNode row = json(new Answer()
                        .table(
                                "t",
                                text("probe"),
                                number("count"),
                                micros("p99us"),
                                new Column("perSecond", Column.Type.RATE),
                                number("wovenBytes"),
                                number("bytes"),
                                micros("p50us"),
                                micros("maxus"))
                        .row("42", 7, "1.250", "0.5", null, "", "", "n/a"))
                .get("t")
                .get(0);
        assertThat(row.toString())
                .isEqualTo("{\"probe\":\"42\",\"count\":7,\"p99us\":1.25,\"perSecond\":0.5,\"wovenBytes\":null,"
                        + "\"bytes\":null,\"p50us\":null,\"maxus\":\"n/a\"}");
    }

    @Test
    void aValueIsANumberWhereItsKeySaysSo() throws IOException {
        JsonNode rows = json(new Answer()
                        .facts("status")
                        .fact(text("version"), "17")
                        .fact(number("memoryUsedBytes"), 17))
                .get("status");
        assertThat(rows.get(0).get("value").isTextual()).isTrue();
        assertThat(rows.get(1).get("value").isNumber()).isTrue();
    }
}
