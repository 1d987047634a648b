package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class JitLimitsTest {

    @Test
    void onlyALimitThatWasCrossedIsRemarked() {
        assertThat(JitLimits.remark(20, 35)).isEmpty();
        assertThat(JitLimits.remark(40, 80)).isEmpty();
        assertThat(JitLimits.remark(20, 36)).startsWith("woven, it is over 35 bytes");
        assertThat(JitLimits.remark(300, 340)).startsWith("woven, it is over 325 bytes");
        assertThat(JitLimits.remark(7_990, 8_010)).startsWith("woven, it is over 8000 bytes");
        assertThat(JitLimits.remark(8_001, 8_030)).isEmpty();
    }
}
