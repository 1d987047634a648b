package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CostsTest {

    private static String measuring(long timed, long counted) {
        return new Costs("tsc", "tsc", 11, 1, 0, 51.4, timed, 1_000, 1, 1, 2, 1, 0, 2.46, counted)
                .lines().stream()
                        .filter(line -> line.startsWith("measuring: "))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void callsCostWhatOneDoesTimesTheirNumber() {
        assertThat(measuring(1_000_000, 0))
                .isEqualTo("measuring: 51 ns a call × 1,000,000 calls = 51.4 ms, 5.140 % of one core");
        assertThat(measuring(1_000_000, 10_000_000))
                .isEqualTo("measuring: 51 ns a call × 1,000,000 calls, 2.5 ns × 10,000,000 that were counted only"
                        + " = 76.0 ms, 7.600 % of one core");
    }

    @Test
    void nothingIsSaidOfTimedCallsWhereNoneWas() {
        assertThat(measuring(0, 10_000_000))
                .isEqualTo(
                        "measuring: 2.5 ns × 10,000,000 calls that were counted only = 24.6 ms, 2.460 % of one core");
    }
}
