package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.protocol.figures.NestingRow;

final class NestingTextTest {

    @ParameterizedTest
    @CsvSource({
        "0.04, fewer than 0.1 probes",
        "1, 1 probe",
        "1.04, 1 probe",
        "1.96, 2 probes",
        "2, 2 probes",
        "2.04, 2 probes",
        "2.06, 2.1 probes",
        "9.96, 10 probes",
        "25.4, 25 probes"
    })
    void aWholeNumberHasNoDecimal(double insidePerCall, String text) {
        NestingRow row = new NestingRow(
                "op", Map.of(), insidePerCall, 40, NestingRow.MARKED, insidePerCall, 10, 0, Double.NaN, 0);
        assertThat(NestingText.lines(List.of(row)))
                .containsExactly("! op: 20 to 80 % is the cost of " + text + " inside it");
    }

    @Test
    void whatCostsLessThanAHundredthIsNotSaid() {
        NestingRow cheap = new NestingRow("op", Map.of(), 1, 0.2, "", 1, 10, 0, Double.NaN, 0);
        NestingRow unknown = new NestingRow("late", Map.of(), 1, Double.NaN, "?", 1, 10, 10, 0.3, 0);
        NestingRow recursive = new NestingRow("Order.new", Map.of(), 1, 0.2, "", 1, 3, 0, Double.NaN, 2);
        assertThat(NestingText.lines(List.of(cheap, unknown, recursive)))
                .containsExactly("  Order.new: inside itself in 2 of 3 calls");
    }

    private static NestingRow insideItself(String probe, long calls, long withItself) {
        return new NestingRow(probe, Map.of(), 1, 2, "", 1, calls, 0, Double.NaN, withItself);
    }

    @Test
    void aProbeInsideItselfIsSaidToBe() {
        NestingRow row = insideItself("op", 3_003, 2_002);
        String said =
                "inside itself in 2,002 of 3,003 calls: '<pattern> outermost' would count those around them alone";
        assertThat(NestingText.lines(List.of(row)))
                .containsExactly("  op: 1 to 4 % is the cost of 1 probe inside it, " + said);
        assertThat(NestingText.nestedInItself(row)).isEqualTo("op: " + said);
        assertThat(NestingText.nestedInItself(insideItself("Order.new", 3, 2)))
                .isEqualTo("Order.new: inside itself in 2 of 3 calls");
    }
}
