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

    @Test
    void onlyWhatWeavingTakesOverALimitCounts() {
        assertThat(JitLimits.preventsCompilation(7_970, () -> 8_000)).isFalse();
        assertThat(JitLimits.preventsCompilation(7_970, () -> 8_001)).isTrue();
        assertThat(JitLimits.preventsCompilation(8_001, () -> 8_040)).isFalse();
        assertThat(JitLimits.preventsInlining(290, 325)).isFalse();
        assertThat(JitLimits.preventsInlining(290, 326)).isTrue();
        assertThat(JitLimits.preventsInlining(326, 360)).isFalse();
    }
}
