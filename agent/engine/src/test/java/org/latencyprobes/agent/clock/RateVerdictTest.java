package org.latencyprobes.agent.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RateVerdictTest {

    private final RateVerdict verdict = new RateVerdict();

    private boolean isWrong(double share, long second) {
        return verdict.isWrong(new RateError(share, 0.0001), TimeUnit.SECONDS.toNanos(second));
    }

    @Test
    void anErrorThatNoSlewExplainsIsWrongAtOnce() {
        assertThat(isWrong(0.5, 1)).isTrue();
        assertThat(isWrong(-0.5, 2)).isTrue();
    }

    @Test
    void aSlewOfTheMachinesTimeThatEndsIsNoFault() {
        for (int second = 0; second < 59; second++) {
            assertThat(isWrong(-0.083, second)).isFalse();
        }
        assertThat(isWrong(0.0002, 59)).isFalse();
        assertThat(isWrong(-0.083, 60)).as("another one").isFalse();
    }

    @Test
    void anErrorThatLastsIsWrong() {
        for (int second = 0; second < 60; second++) {
            assertThat(isWrong(0.04, second)).isFalse();
        }
        assertThat(isWrong(0.04, 60)).isTrue();
    }
}
