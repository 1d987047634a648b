package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class CauseMatrixTest {

    @Test
    void chanceIsThatOfTheBinomialDistribution() {
        assertThat(CauseMatrix.chanceOfAtMost(0, 0, 0.6)).isEqualTo(1);
        assertThat(CauseMatrix.chanceOfAtMost(3, 7, 0.5)).isEqualTo(0.5, within(1e-9));
        assertThat(CauseMatrix.chanceOfAtMost(1, 3, 0.6)).isEqualTo(0.352, within(1e-9));
        assertThat(CauseMatrix.chanceOfAtMost(5_000, 5_000, 0.95)).isEqualTo(1, within(1e-6));
    }

    @Test
    void whatIsNeverToldFailsFromSevenCallsOn() {
        CauseMatrix matrix = new CauseMatrix();
        for (int i = 0; i < 6; i++) {
            matrix.add("throttled", "code");
        }
        assertThatCode(() -> matrix.assertRecall("throttled", 0.5)).doesNotThrowAnyException();
        matrix.add("throttled", "code");

        assertThatThrownBy(() -> matrix.assertRecall("throttled", 0.5)).hasMessageContaining("0 of 7");
        assertThatThrownBy(() -> matrix.assertToldAs("throttled", "code", 0.5)).hasMessageContaining("0 of 7");
        assertThatThrownBy(() -> matrix.assertPrecision("code", 0.5)).hasMessageContaining("0 of 7");
    }
}
