package org.latencyprobes.demo.fix.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementResultTest {

    @Test
    void ofAJvmThatFailedNamesTheReason() {
        assertThat(MeasurementResult.NOTHING.endedBy("exit code 137").failure()).isEqualTo("exit code 137");
        assertThat(new MeasurementResult(List.of(), "", 0, 0)
                        .endedBy("exit code 1")
                        .isComplete())
                .isFalse();
    }

    @Test
    void keepsItsOwnReason() {
        MeasurementResult broken = new MeasurementResult(List.of(), "TCP echo: the connection broke", 0, 0);

        assertThat(broken.endedBy("exit code 4")).isEqualTo(broken);
    }
}
