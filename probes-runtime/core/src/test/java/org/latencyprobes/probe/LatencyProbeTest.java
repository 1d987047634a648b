package org.latencyprobes.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.counts.Snapshot;

class LatencyProbeTest {

    private final LatencyProbe probe;

    LatencyProbeTest(TestInfo test) {
        probe = LatencyProbe.named(test.getDisplayName());
    }

    @Test
    void sameNameAndTagsGiveSameProbe() {
        assertThat(LatencyProbe.named("same", "a", "1"))
                .isSameAs(LatencyProbe.named("same", "a", "1"))
                .isNotSameAs(LatencyProbe.named("same", "a", "2"))
                .isNotSameAs(LatencyProbe.named("same"));
    }

    @Test
    void knowsNameAndTags() {
        LatencyProbe tagged = LatencyProbe.named("tagged", "venue", "XETR");
        assertThat(tagged.name()).isEqualTo("tagged");
        assertThat(tagged.tags()).containsExactly(java.util.Map.entry("venue", "XETR"));
    }

    @Test
    void sampleIsOkUnlessSaidOtherwise() {
        probe.sampleNanos(10);
        probe.sampleNanos(10, Outcome.OK);
        probe.sampleNanos(10, Outcome.ERROR);
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
        assertThat(probe.present(Outcome.CANCELLED)).isNull();
        probe.sampleNanos(10, Outcome.CANCELLED);
        probe.recordSince(System.nanoTime(), Outcome.CANCELLED);
        assertThat(probe.present(Outcome.CANCELLED)).isNotNull();
        assertThat(count(Outcome.CANCELLED)).isEqualTo(2);
        assertThat(count(Outcome.OK) + count(Outcome.ERROR)).isZero();
    }

    @Test
    void jitterIsOfAnotherKind() {
        assertThat(LatencyProbe.jitter("jitter.test").kind()).isEqualTo(Kind.JITTER);
        assertThat(probe.kind()).isEqualTo(Kind.PROBE);
    }

    private long count(Outcome outcome) {
        long[] snapshot = probe.counts(outcome).snapshot();
        long count = 0;
        for (int at = Snapshot.COUNTS; at < snapshot.length; at++) {
            count += snapshot[at];
        }
        return count;
    }

    private long maxNanos(Outcome outcome) {
        return probe.counts(outcome).snapshot()[Snapshot.MAX];
    }
}
