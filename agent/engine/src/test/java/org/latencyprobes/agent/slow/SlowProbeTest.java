package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.probe.ProbeRecorder;

final class SlowProbeTest {

    private static final int READINGS = 300_000;
    private static final int MORE_THAN_THE_RING_HOLDS = 2_000;

    @AfterEach
    void close() {
        SlowRing.close();
    }

    @Test
    void neverMoreAreDroppedThanThereWere() throws Exception {
        SlowRing.open(1_000);
        for (int i = 0; i < MORE_THAN_THE_RING_HOLDS; i++) {
            new Counts("others", true).record(2_000);
        }
        Counts counts = new Counts("owner", true);
        ProbeRecorder probe = ProbeRecorder.named("SlowProbeTest");
        AtomicBoolean isOver = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            while (!isOver.get()) {
                counts.record(2_000); // and finds no room
            }
        });
        caller.start();
        try {
            for (int i = 0; i < READINGS; i++) {
                SlowProbe row = SlowProbe.of(probe, List.of(counts));
                assertThat(row.dropped() <= row.over()).isTrue();
            }
        } finally {
            isOver.set(true);
            caller.join();
        }
    }
}
