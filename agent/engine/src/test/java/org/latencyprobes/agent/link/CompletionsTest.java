package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.agent.ThreadWithStripe;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.agent.clock.TestClock;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.probe.ProbeRecorder;

final class CompletionsTest {

    private final TestClock clock = new TestClock();
    private final String probe;
    private final Completions completions;

    CompletionsTest(TestInfo test) {
        probe = test.getDisplayName();
        completions = new Completions(ProbeRecorder.named(probe), Mode.ON, clock);
    }

    private long count() {
        return new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(probe))
                        .mapToLong(Interval::count)
                        .sum();
    }

    private AtomicLong now() {
        return new AtomicLong(clock.now());
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

    /** Its start says where its own thread counts, and not where the one does that ends it. */
    @Test
    void whatIsNotTimedIsCountedOnWhateverThreadItEnds() throws Exception {
        completions.mode(Mode.sampled(2));
        for (int end = 0; end < 4; end++) {
            AtomicLong start = new AtomicLong();
            ThreadWithStripe.run(own -> start.set(own.notTimed()));
            assertThat(completions.isCounted(start.get())).isTrue();
            completions.succeeded().get().apply(start, "a value");
        }
        assertThat(count()).isEqualTo(4);
    }

    @Test
    void whatEndsWhileTheProbeIsOffIsNone() {
        completions.mode(Mode.OFF);
        completions.ended().get().apply(now(), null);
        assertThat(count()).isZero();
    }

    @Test
    void whatBeganByAnotherClockIsNone() {
        AtomicLong start = now();
        completions.clock(new NanoTimeClock());
        completions.ended().get().apply(start, null);
        assertThat(count()).isZero();
        completions.ended().get().apply(new AtomicLong(completions.clock().now()), null);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void cellsAreEmptyOnceTheAgentHasLeft() {
        completions.retire();
        assertThat(completions.succeeded().get()).isNull();
        assertThat(completions.ended().get()).isNull();
        assertThat(completions.cancelled().get()).isNull();
    }
}
