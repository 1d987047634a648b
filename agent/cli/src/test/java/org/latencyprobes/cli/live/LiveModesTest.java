package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.report.Figures;

/** Tests of probes whose mode changes while they are watched. */
final class LiveModesTest {

    private final RowKey key = new RowKey("place", Map.of(), "ok", "probe", 0);
    private final SnapshotSource agent = new SnapshotSource();
    private final LiveModel model = new LiveModel();

    /** So many calls of 1 µs, of which so many are timed, since the start. */
    private void second(String mode, long calls, long timed) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(1_000, timed);
        agent.pass(1);
        model.update(agent.answer(model.next(), key, mode, 1_000_000, calls, histogram));
    }

    private Figures figures() {
        return model.view().rows().get(0).figures();
    }

    @Test
    void aModeThatChangesWithoutCallsIsSeenWithTheNextCalls() {
        second("sampled(1/16)", 160, 10);
        second("sampled(1/16)", 320, 20);
        assertThat(figures().totalMicros()).isBetween(158.0, 162.0);
        second("sampled(1/2)", 320, 20);
        assertThat(figures().totalMicros()).isBetween(158.0, 162.0);
        second("sampled(1/2)", 340, 30);
        assertThat(figures().isUniform()).isFalse();
        assertThat(figures().totalMicros()).isNaN();
        for (int calls = 342; calls <= 362; calls += 2) {
            second("sampled(1/2)", calls, calls / 2 - 140);
        }
        assertThat(figures().isUniform()).isTrue();
    }

    @Test
    void whereAllCallsAreTimedTheTotalIsKnownWhateverTheMode() {
        second("on", 10, 10);
        second("on", 20, 20);
        second("on(100us)", 20, 20);
        second("on(100us)", 30, 30);
        assertThat(figures().totalMicros()).isBetween(19.8, 20.2);
    }

    @Test
    void theModeIsThatWhichTheAgentSays() {
        second("on", 10, 10);
        second("application", 10, 10);
        assertThat(model.view().rows().get(0).mode()).isEqualTo("application");
    }
}
