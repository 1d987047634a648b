package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.SlowShare;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;

class ThresholdsTest {

    private final Thresholds thresholds = new Thresholds();

    @AfterEach
    void forget() {
        thresholds.setAll(SlowShare.NO_THRESHOLD);
    }

    @Test
    void probeThatMissedAFixedThresholdGetsItWithTheNextTurn() {
        thresholds.setAll(1_000);
        ProbeRecorder probe = ProbeRecorder.named("ThresholdsTest.late");
        assertThat(nanosOf(probe)).containsOnly(SlowShare.NO_THRESHOLD);
        thresholds.nextTurn(1_000);
        assertThat(nanosOf(probe)).containsOnly(1_000L);
    }

    private static List<Long> nanosOf(ProbeRecorder probe) {
        List<Long> nanos = new ArrayList<>();
        SlowSamples.forEach((each, all) -> {
            if (each == probe) {
                all.forEach(counts -> nanos.add(counts.slow().thresholdNanos()));
            }
        });
        return nanos;
    }
}
