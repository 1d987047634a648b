package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class CarrierTimesTest {

    private static final long READING_NANOS = 8_000;

    private long nowNanos;

    /** As on a virtual machine, where each reading takes as long as the kernel needs for it. */
    @Test
    void aThreadThatRunsAllTheTimeIsSeenToThoughReadingItsTimeTakesLong() {
        CarrierTimes carriers = new CarrierTimes(id -> cpuNanos(), () -> nowNanos += 50);
        carriers.begin();
        int at = carriers.read(7);
        assertThat(carriers.shareNow(at)).isCloseTo(1, within(0.01));
        nowNanos += 100_000;
        carriers.begin();
        carriers.read(7);
        assertThat(carriers.shareSinceLook(at)).isCloseTo(1, within(0.01));
    }

    private long cpuNanos() {
        nowNanos += READING_NANOS / 2;
        long readNanos = nowNanos;
        nowNanos += READING_NANOS / 2;
        return readNanos;
    }
}
