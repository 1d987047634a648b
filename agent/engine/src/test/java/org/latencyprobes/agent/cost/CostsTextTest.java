package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.protocol.figures.Costs;

final class CostsTextTest {

    private static Costs costs(long timed, long counted, String basis) {
        return new Costs("tsc", "tsc", 11, 1, 0, 51.4, timed, 1_000, 1, 1, 2, 1, 0, 2.46, counted, basis);
    }

    private static String measuring(long timed, long counted) {
        return CostsText.lines(costs(timed, counted, Costs.IN_PLACE)).stream()
                .filter(line -> line.startsWith("overhead: "))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void callsCostWhatOneDoesTimesTheirNumber() {
        assertThat(measuring(1_000_000, 0))
                .isEqualTo("overhead: 51 ns a call × 1,000,000 calls = 51.4 ms, 5.140 % of one core");
        assertThat(measuring(1_000_000, 10_000_000))
                .isEqualTo("overhead: 51 ns a call × 1,000,000 calls, 2.5 ns × 10,000,000 that were counted only"
                        + " = 76.0 ms, 7.600 % of one core");
    }

    @ParameterizedTest
    @ValueSource(strings = {Costs.IN_PLACE, Costs.LOOP, Costs.COLD_LOOP})
    void itIsSaidWhatACallsCostIsToldBy(String basis) {
        String said = String.join("\n", CostsText.lines(costs(1_000, 0, basis)));
        boolean isBound = basis.equals(Costs.COLD_LOOP);
        assertThat(said).contains(isBound ? "overhead: at most 51 ns a call × " : "overhead: 51 ns a call × ");
        assertThat(said)
                .contains(
                        isBound
                                ? "an upper bound of the probes' own instructions"
                                : "an estimate of the probes' own instructions");
        assertThat(said.contains("loop of the agent's")).isEqualTo(basis.equals(Costs.LOOP));
    }

    @Test
    void nothingIsSaidOfTimedCallsWhereNoneWas() {
        assertThat(measuring(0, 10_000_000))
                .isEqualTo("overhead: 2.5 ns × 10,000,000 calls that were counted only = 24.6 ms, 2.460 % of one core");
    }
}
