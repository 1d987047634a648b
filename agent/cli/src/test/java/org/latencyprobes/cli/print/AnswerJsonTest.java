package org.latencyprobes.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.codec.JsonReader;
import org.latencyprobes.agent.protocol.codec.Records;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.state.HelloFacts;
import org.latencyprobes.cli.why.SlowCallRows;

final class AnswerJsonTest {

    private record Row(String probe, long count, double p99us, double p50us, BigDecimal ratio, Long wovenBytes) {}

    private static JsonNode json(Answer answer) throws IOException {
        return new ObjectMapper().readTree(AnswerJson.of(answer));
    }

    @Test
    void holdsCodeMessagesAndTables() throws IOException {
        JsonNode json = json(Answer.failed(ExitCode.NO_AGENT, "no agent")
                .say("really")
                .add("empty", Row.class, List.of())
                .add("full", Row.class, List.of(row("x", 1.25), row("42", Double.NaN)))
                .add(HelloFacts.NAME, new HelloFacts("17", 4711)));
        assertThat(json.get("exitCode").isInt()).isTrue();
        assertThat(json.get("exitCode").asInt()).isEqualTo(4);
        assertThat(json.get("messages").toString()).isEqualTo("[\"no agent\",\"really\"]");
        assertThat(json.get("empty").toString()).isEqualTo("[]");
        assertThat(json.get("full").toString())
                .isEqualTo(
                        "[{\"probe\":\"x\",\"count\":7,\"p99us\":1.25,\"p50us\":0.1,\"ratio\":1.00042,\"wovenBytes\":null},"
                                + "{\"probe\":\"42\",\"count\":7,\"p99us\":null,\"p50us\":0.1,\"ratio\":1.00042,\"wovenBytes\":null}]");
        assertThat(json.get("hello").toString()).isEqualTo("{\"version\":\"17\",\"pid\":4711}");
    }

    private static Row row(String probe, double p99us) {
        return new Row(probe, 7, p99us, 0.1000001, new BigDecimal("1.00042"), null);
    }

    /** Tags, times by cause and frames are no texts that a script has to take apart. */
    @Test
    void aRowIsWhatTheWireHas() throws IOException {
        SingleCall call = SlowCallRows.of(
                "op",
                Map.of("desk", "a;b=c"),
                7,
                1_500,
                7,
                "one",
                "",
                0,
                null,
                Map.of("gc", 1_500L),
                List.of("a", "b"));
        StringBuilder wire = new StringBuilder();
        Records.write(call, wire);
        JsonNode row = json(new Answer().add(SingleCall.TABLE, SingleCall.class, List.of(call)))
                .at("/singleCalls/0");
        assertThat(row).isEqualTo(new ObjectMapper().readTree(wire.toString()));
        assertThat(row.at("/tags/desk").asText()).isEqualTo("a;b=c");
        assertThat(row.at("/parts/gc").asDouble()).isEqualTo(1.5);
        assertThat(row.at("/stack/1").asText()).isEqualTo("b");
    }

    @Test
    void anyTextComesBackAsItWas() throws IOException {
        StringBuilder text = new StringBuilder("\"quoted\" \\ / \uD83D\uDE00 µ \u2028 ");
        for (char c = 0; c < 0xa0; c++) {
            text.append(c);
        }
        Answer answer = new Answer().say(text.toString()).add("t", Row.class, List.of(row(text.toString(), 1)));
        assertThat(json(answer).at("/messages/0").asText()).isEqualTo(text.toString());
        assertThat(json(answer).at("/t/0/probe").asText()).isEqualTo(text.toString());
        assertThat(JsonReader.object(AnswerJson.of(answer)).get("messages")).isEqualTo(List.of(text.toString()));
    }

    /** A terminal may show JSON as well, and so may whoever reads a log of it. */
    @Test
    void nothingInJsonSteersATerminalOrHides() {
        String text = AnswerJson.of(new Answer().say("a\u202eb\u2066\u200b\u061c\u2028\u009b\u001b[2J\ufeffäµ漢"));
        assertThat(text)
                .contains("\"a\\u202eb\\u2066\\u200b\\u061c\\u2028\\u009b\\u001b[2J\\ufeffäµ漢\"")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\n]]");
    }
}
