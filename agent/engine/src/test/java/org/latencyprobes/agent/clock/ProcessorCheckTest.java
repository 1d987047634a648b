package org.latencyprobes.agent.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessorCheckTest {

    private boolean isTimeRead = true; // before the first reading nothing is taken over
    private int readings;
    private int readingsWithoutTime;

    /** Sees whether the time was read since the reading before. */
    private long seen(long ticks) {
        readings++;
        readingsWithoutTime += isTimeRead ? 0 : 1;
        isTimeRead = false;
        return ticks;
    }

    private final class Watched extends ProcessorCheck {

        Watched() {
            super(new TestClock(2_500_000_000L, 2_500_000_000L, ProcessorCheckTest.this::seen));
        }

        @Override
        long timeNanos() {
            isTimeRead = true;
            return super.timeNanos();
        }
    }

    @Test
    void theTimeIsReadBetweenTakingOverAReadingAndTheNextOne() {
        new Watched().run();
        assertThat(readings).isGreaterThan(2_000);
        assertThat(readingsWithoutTime).isZero();
    }
}
