package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.internal.jitter.ClockQuality;

final class LowestReadingTest {

    private final Clock clock = new NanoTimeClock();
    private final LowestReading reading = new LowestReading();

    @Test
    void theLowestIsKept() {
        reading.add(clock, new ClockQuality("tsc", 33, 25));
        reading.add(clock, new ClockQuality("tsc", 41, 150)); // on a busy machine
        assertThat(reading.lowest()).isEqualTo(new ClockQuality("tsc", 33, 25));
        reading.add(clock, new ClockQuality("tsc", 30, 24));
        assertThat(reading.lowest()).isEqualTo(new ClockQuality("tsc", 30, 24));
    }

    @Test
    void anotherClockHasACostOfItsOwn() {
        reading.add(clock, new ClockQuality("tsc", 1, 11));
        reading.add(new NanoTimeClock(), new ClockQuality("tsc", 33, 25));
        assertThat(reading.lowest().readNanos()).isEqualTo(25);
    }

    @Test
    void aSlowerSourceOfTheKernelsIsSeen() {
        reading.add(clock, new ClockQuality("tsc", 33, 25));
        reading.add(clock, new ClockQuality("hpet", 70, 1_200));
        assertThat(reading.lowest()).isEqualTo(new ClockQuality("hpet", 70, 1_200));
        assertThat(reading.lowest().warning()).isPresent();
    }

    /** A call has two readings in it. */
    @Test
    void aReadingIsNotCostlierThanHalfACall() {
        reading.add(clock, new ClockQuality("tsc", 33, 150));
        assertThat(reading.nanos(53)).isEqualTo(26.5);
        assertThat(reading.nanos(310)).isEqualTo(150);
    }
}
