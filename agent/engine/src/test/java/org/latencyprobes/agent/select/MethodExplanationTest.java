package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MethodExplanationTest {

    @Test
    void aRefusedMethodHasNoRemarkOnItsWovenCode() {
        MethodExplanation probed = new MethodExplanation(
                "A", "app", "m()", Verdict.PROBED, "A.m", "A#*", "", 20, 60, JitLimits.remark(20, 60));
        assertThat(probed.as(Verdict.PROBED, "").remark()).startsWith("woven, it is over 35 bytes");
        assertThat(probed.as(Verdict.REFUSED, "it is of the JDK").remark()).isEmpty();
    }
}
