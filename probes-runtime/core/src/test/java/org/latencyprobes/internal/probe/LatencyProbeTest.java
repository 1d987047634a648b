package org.latencyprobes.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.probe.LatencyProbe;

class LatencyProbeTest {

    private final LatencyProbe probe;
    private final ProbeRecorder recorder;

    LatencyProbeTest(TestInfo test) {
        probe = LatencyProbe.named(test.getDisplayName());
        recorder = ProbeRecorder.named(test.getDisplayName());
    }

    @Test
    void sameNameAndTagsAreCountedTogether() {
        LatencyProbe.named("same", "a", "1").recordNanos(1);
        LatencyProbe.named("same", "a", "1").recordNanos(1);
        assertThat(count(ProbeRecorder.named("same", "a", "1"), Outcome.OK)).isEqualTo(2);
        assertThat(count(ProbeRecorder.named("same", "a", "2"), Outcome.OK)).isZero();
        assertThat(count(ProbeRecorder.named("same"), Outcome.OK)).isZero();
    }

    @Test
    void knowsNameAndTags() {
        LatencyProbe tagged = LatencyProbe.named("tagged", "venue", "XETR");
        assertThat(tagged.name()).isEqualTo("tagged");
        assertThat(tagged.tags()).containsExactly(java.util.Map.entry("venue", "XETR"));
    }

    @Test
    void sampleIsOkUnlessSaidOtherwise() {
        probe.recordNanos(10);
        probe.recordNanos(10, Outcome.OK);
        probe.recordNanos(10, Outcome.ERROR);
        assertThat(count(Outcome.OK)).isEqualTo(2);
        assertThat(count(Outcome.ERROR)).isEqualTo(1);
    }

    @Test
    void recordsTimeSinceStart() {
        long startNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(10);
        probe.recordSince(startNanos);
        probe.recordSince(startNanos, Outcome.ERROR);
        long mostNanos = System.nanoTime() - startNanos;
        assertThat(maxNanos(Outcome.OK)).isBetween(TimeUnit.SECONDS.toNanos(10), mostNanos);
        assertThat(maxNanos(Outcome.ERROR)).isBetween(TimeUnit.SECONDS.toNanos(10), mostNanos);
    }

    @Test
    void timedCodeReturnsItsResult() {
        Object result = new Object();
        assertThat(probe.<Object, RuntimeException>time(() -> result)).isSameAs(result);
        assertThat(count(Outcome.OK)).isEqualTo(1);
        assertThat(count(Outcome.ERROR)).isZero();
    }

    @Test
    void timedCodeThrowsItsOwnException() {
        IOException thrown = new IOException();
        assertThatThrownBy(() -> probe.time(() -> {
                    throw thrown;
                }))
                .isSameAs(thrown)
                .hasNoSuppressedExceptions();
        assertThat(count(Outcome.OK)).isZero();
        assertThat(count(Outcome.ERROR)).isEqualTo(1);
    }

    @Test
    void timedCodeMayBeTimedAgainInside() {
        int depth = probe.<Integer, RuntimeException>time(() -> 1 + probe.<Integer, RuntimeException>time(() -> 1));
        assertThat(depth).isEqualTo(2);
        assertThat(count(Outcome.OK)).isEqualTo(2);
    }

    @Test
    void cancelledCallsHaveCountsFromTheFirstOneOn() {
        assertThat(recorder.present(Outcome.CANCELLED)).isNull();
        probe.recordNanos(10, Outcome.CANCELLED);
        probe.recordSince(System.nanoTime(), Outcome.CANCELLED);
        assertThat(recorder.present(Outcome.CANCELLED)).isNotNull();
        assertThat(count(Outcome.CANCELLED)).isEqualTo(2);
        assertThat(count(Outcome.OK) + count(Outcome.ERROR)).isZero();
    }

    @Test
    void jitterIsOfAnotherKind() {
        assertThat(ProbeRecorder.jitter("jitter.test").kind()).isEqualTo(Kind.JITTER);
        assertThat(recorder.kind()).isEqualTo(Kind.PROBE);
    }

    private long count(Outcome outcome) {
        return count(recorder, outcome);
    }

    private static long count(ProbeRecorder recorder, Outcome outcome) {
        long[] snapshot = recorder.counts(outcome).snapshot();
        long count = 0;
        for (int at = Snapshot.COUNTS; at < snapshot.length; at++) {
            count += snapshot[at];
        }
        return count;
    }

    private long maxNanos(Outcome outcome) {
        return recorder.counts(outcome).snapshot()[Snapshot.MAX];
    }
}
