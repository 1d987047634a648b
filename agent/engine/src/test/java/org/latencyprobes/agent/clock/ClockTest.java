package org.latencyprobes.agent.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ClockTest {

    private final TestClock counter = new TestClock();
    private final Clock nanoTime = new NanoTimeClock();

    @Test
    void aTimeBetweenTwoReadingsOfOneClockIsItsDuration() {
        assertThat(counter.nanosBetween(2_500, 5_000)).isEqualTo(1_000);
        long now = nanoTime.now();
        assertThat(nanoTime.nanosBetween(now, now + 7)).isEqualTo(7);
    }

    @Test
    void aStartOfAnotherClockHasNoDuration() {
        assertThat(counter.nanosBetween(nanoTime.now(), counter.now())).isEqualTo(Clock.NOT_OURS);
        assertThat(nanoTime.nanosBetween(counter.now(), nanoTime.now())).isEqualTo(Clock.NOT_OURS);
        assertThat(counter.wentBack()).isFalse();
    }

    @Test
    void aStartThatWasNotTimedHasNoDuration() {
        assertThat(counter.nanosBetween(Long.MIN_VALUE, counter.now())).isEqualTo(Clock.NOT_OURS);
        assertThat(nanoTime.nanosBetween(Long.MIN_VALUE, nanoTime.now())).isEqualTo(Clock.NOT_OURS);
    }

    @Test
    void aStartBeforeTheAgentCameHasNoDuration() {
        long since = nanoTime.since();
        assertThat(nanoTime.nanosBetween(since - 1, since + 1)).isEqualTo(Clock.NOT_OURS);
        assertThat(nanoTime.nanosBetween(since, since + 1)).isEqualTo(1);
    }

    /** On different processors. */
    @Test
    void anEndJustBeforeItsStartIsZero() {
        assertThat(counter.nanosBetween(10_000, 9_000)).isZero();
        assertThat(counter.wentBack()).isFalse();
    }

    @Test
    void anEndFarBeforeItsStartIsAFaultOfTheClock() {
        assertThat(counter.nanosBetween(100_000, 90_000)).isEqualTo(Clock.NOT_OURS);
        assertThat(counter.wentBack()).isTrue();
    }
}
