package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.probe.LatencyProbe;
import org.latencyprobes.probe.Outcome;

final class CompletionsTest {

    private final String probe;
    private final Completions completions;

    CompletionsTest(TestInfo test) {
        probe = test.getDisplayName();
        completions = new Completions(LatencyProbe.named(probe), Mode.ON);
    }

    private long count() {
        return new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(probe))
                        .mapToLong(Interval::count)
                        .sum();
    }

    private static AtomicLong now() {
        return new AtomicLong(System.nanoTime());
    }

    @Test
    void anOutcomeIsToldByWhatWasThrown() {
        assertThat(Completions.outcomeOf(null)).isEqualTo(Outcome.OK);
        assertThat(Completions.outcomeOf(new IllegalStateException())).isEqualTo(Outcome.ERROR);
        assertThat(Completions.outcomeOf(new CompletionException(null))).isEqualTo(Outcome.ERROR);
        assertThat(Completions.outcomeOf(new CompletionException(new IllegalStateException())))
                .isEqualTo(Outcome.ERROR);
        assertThat(Completions.outcomeOf(new CancellationException())).isEqualTo(Outcome.CANCELLED);
        assertThat(Completions.outcomeOf(new CompletionException(new CancellationException())))
                .isEqualTo(Outcome.CANCELLED);
    }

    @Test
    void whatEndsTwiceIsOneSample() {
        AtomicLong start = now();
        completions.succeeded().get().apply(start, "a value");
        completions.cancelled().get().apply(start, null);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void whatEndsWhileTheProbeIsOffIsNone() {
        completions.mode(Mode.OFF);
        completions.ended().get().apply(now(), null);
        assertThat(count()).isZero();
    }

    @Test
    void cellsAreEmptyOnceTheAgentHasLeft() {
        completions.retire();
        assertThat(completions.succeeded().get()).isNull();
        assertThat(completions.ended().get()).isNull();
        assertThat(completions.cancelled().get()).isNull();
    }
}
