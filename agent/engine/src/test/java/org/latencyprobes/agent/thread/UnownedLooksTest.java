package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.internal.inflight.UnownedCalls;

final class UnownedLooksTest {

    private static final long FORGOTTEN = TimeUnit.MINUTES.toNanos(UnownedCalls.FORGOTTEN_MINUTES);

    /** The time-stamp counter's readings lie below all of its. */
    @Test
    void aCallThatBeganByTheClockBeforeIsForgottenNoSoonerThanOthers() {
        Clock clock = new NanoTimeClock();
        long start = clock.since() - (1L << 62);
        assertThat(UnownedLooks.forgottenStart(clock, clock.since() + FORGOTTEN - 1, 1))
                .isLessThan(start);
        assertThat(UnownedLooks.forgottenStart(clock, clock.since() + FORGOTTEN, 1))
                .isEqualTo(clock.since());
    }
}
