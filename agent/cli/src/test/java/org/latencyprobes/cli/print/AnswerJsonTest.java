package org.latencyprobes.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.control.Answer;

final class AnswerJsonTest {

    private static JsonNode json(Answer answer) throws IOException {
        return new ObjectMapper().readTree(AnswerJson.of(answer));
    }

    @Test
    void holdsCodeMessagesAndTables() throws IOException {
        JsonNode json = json(Answer.failed(Answer.NO_AGENT, "no agent")
                .say("really")
                .table("empty", "a")
                .table("full", "probe", "count")
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
        JsonNode json = json(
                new Answer().say(text.toString()).table("t", text.toString()).row(text));
        assertThat(json.get("messages").get(0).asText()).isEqualTo(text.toString());
        assertThat(json.get("t").get(0).get(text.toString()).asText()).isEqualTo(text.toString());
    }

    @Test
    void numbersAreNumbersWhereTheColumnHoldsThem() throws IOException {
        JsonNode row = json(new Answer()
                        .table("t", "probe", "count", "p99us", "perSecond", "wovenBytes", "bytes", "p50us", "worstus")
                        .row("42", 7, "1.250", "0.5", -1, "-1", "", "n/a"))
                .get("t")
                .get(0);
        assertThat(row.toString())
                .isEqualTo("{\"probe\":\"42\",\"count\":7,\"p99us\":1.25,\"perSecond\":0.5,\"wovenBytes\":null,"
                        + "\"bytes\":null,\"p50us\":null,\"worstus\":\"n/a\"}");
    }

    @Test
    void aValueIsANumberWhereItsKeySaysSo() throws IOException {
        JsonNode rows = json(new Answer()
                        .table("status", "key", "value")
                        .row("version", "17")
                        .row("memoryUsedBytes", 17))
                .get("status");
        assertThat(rows.get(0).get("value").isTextual()).isTrue();
        assertThat(rows.get(1).get("value").isNumber()).isTrue();
    }
}
