package org.latencyprobes.explain.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShareTest {

    @ParameterizedTest
    @CsvSource({
        "0.70, 0.74, 0.78, 74 % (±4)",
        "0.74, 0.74, 0.74, 74 %",
        "0.002, 0.004, 0.01, <1 % (±1)",
        "0.20, 0.40, 0.60, 20–60 %",
        "0.72, 1.00, 1.00, 72–100 %",
        "0.00, 0.00, 0.28, 0–28 %",
    })
    void aShareIsToldAsSurelyAsItIsKnown(double low, double estimate, double high, String text) {
        assertThat(new Share(low, estimate, high).text()).isEqualTo(text);
    }
}
