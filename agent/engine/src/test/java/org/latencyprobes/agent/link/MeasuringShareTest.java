package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MeasuringShareTest {

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
        MeasuringShare share = new MeasuringShare("op", Map.of(), insidePerCall, insidePerCall, 0.4, 10, 0, 0, 0);
        assertThat(MeasuringShare.sentences(List.of(share)))
                .containsExactly("! op: 40 % of it measuring (" + text + " inside)");
    }

    @Test
    void aProbeInsideItselfIsSaidToBe() {
        MeasuringShare share = new MeasuringShare("op", Map.of(), 1, 1, 0.02, 3_003, 0, 2_002, 0);
        String said = "inside itself in 2,002 of 3,003 calls: outermost would count those around them alone";
        assertThat(MeasuringShare.sentences(List.of(share)))
                .containsExactly("  op: 2 % of it measuring (1 probe inside), " + said);
        assertThat(share.nestedInItself()).isEqualTo("op: " + said);
        assertThat(new MeasuringShare("Order.new", Map.of(), 1, 1, 0.02, 3, 0, 2, 0).nestedInItself())
                .isEqualTo("Order.new: inside itself in 2 of 3 calls");
    }
}
