package org.latencyprobes.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class TopTextTest {

    private final TopText lines = new TopText(
            new Views().calls("all", 20, 1_500, "").sampled("some", 1, 1_500).view(), TopRows.ALL, 10);

    @Test
    void peopleSeeWhatIsKnownOfAPartOfTheCalls() {
        assertThat(lines.forPeople().lines().map(line -> line.replaceAll(" +", " ")))
                .anyMatch(line -> line.endsWith(" last 10 s, overhead 1.5 % of one core"))
                .anyMatch(
                        line -> line.startsWith("all ok on 20 2.0 30.0 µs 1.50 µs ") && line.endsWith(" 1.50 µs 0.020"))
                .anyMatch(line ->
                        line.startsWith("some ok sampled:16 16 1.6 ~24.0 µs ~1.50 µs ") && line.contains(" ≥1.50 µs "))
                .noneMatch(line -> line.contains("timed"));
    }

    @Test
    void peopleSeeWhichCopyARowIsOfAndHowManySeriesAreLeftOut() {
        Views views = new Views()
                .calls("place", 20, 1_500, "")
                .callsOfAnotherCopy("place", 10, 1_500)
                .leftOut(1_234);
        assertThat(new TopText(views.view(), TopRows.ALL, 10).forPeople())
                .contains("\nplace  ", "\nplace #2  ", "; 1,234 series with the least calls are left out");
    }

    @Test
    void callsThatHaveNotReturnedAreSaid() throws IOException {
        TopText told = new TopText(
                new Views().notReturned("1 call of a\u001b has not returned").view(), TopRows.ALL, 10);
        assertThat(told.forPeople()).contains("\n1 call of a\\u001b has not returned\nno calls\n");
        assertThat(new ObjectMapper()
                        .readTree(told.forScripts())
                        .at("/messages/0")
                        .asText())
                .isEqualTo("1 call of a\u001b has not returned");
    }

    @Test
    void scriptsGetNumbersAndHowManyCallsWereTimed() throws IOException {
        JsonNode rows = new ObjectMapper().readTree(lines.forScripts()).get("top");

        assertThat(rows.get(0).get("timed").isNull()).isTrue();
        assertThat(rows.get(1).get("timed").asInt()).isEqualTo(1);
        assertThat(rows.get(1).get("maxus").asDouble()).isEqualTo(1.5);
        assertThat(rows.get(1).get("totalus").isNumber()).isTrue();
    }
}
