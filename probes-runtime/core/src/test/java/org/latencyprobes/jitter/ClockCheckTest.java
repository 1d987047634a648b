package org.latencyprobes.jitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ClockCheckTest {

    @Test
    void findsClockOfThisMachine() {
        ClockCheck check = ClockCheck.run();
        assertThat(check.source()).isNotBlank();
        assertThat(check.resolutionNanos()).isBetween(1L, TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(check.readNanos()).isBetween(1.0, 100_000.0);
    }

    @Test
    void aClockThatStepsBackEndsTheCheck() {
        AtomicLong nanos = new AtomicLong();
        ClockCheck check =
                assertTimeoutPreemptively(Duration.ofMinutes(1), () -> ClockCheck.run(nanos::decrementAndGet));
        assertThat(check.resolutionNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void aClockThatStepsSeldomerThanItIsReadHasThatResolution() {
        ClockCheck coarse = ClockCheck.run(() -> System.nanoTime() / 50_000 * 50_000);
        assertThat(coarse.resolutionNanos()).isEqualTo(50_000);
    }

    @Test
    void theShortestStepOfManyIsTheResolution() {
        AtomicLong nanos = new AtomicLong();
        AtomicLong readings = new AtomicLong();
        LongSupplier quickerInTheEnd = () -> nanos.addAndGet(readings.incrementAndGet() < 61_000 ? 90 : 20);
        assertThat(ClockCheck.run(quickerInTheEnd).resolutionNanos()).isEqualTo(20);
    }

    /** For four fifths of the time another program makes each reading take seven times as long. */
    @Test
    void otherProgramsDoNotMakeAReadingCostlier() {
        AtomicLong readings = new AtomicLong();
        AtomicLong nanos = new AtomicLong();
        ClockCheck check = ClockCheck.run(() -> nanos.addAndGet(readings.incrementAndGet() % 3_000 < 2_400 ? 140 : 20));
        assertThat(check.readNanos()).isEqualTo(20);
    }

    @Test
    void baselineIsTwoReads() {
        assertThat(new ClockCheck("tsc", 1, 21).baselineNanos()).isEqualTo(42);
    }

    @Test
    void goodClockIsNoWarning() {
        assertThat(new ClockCheck("tsc", 1, ClockCheck.SLOW_READ_NANOS).warning())
                .isEmpty();
    }

    @Test
    void slowClockIsWarnedOfByNameAndCost() {
        assertThat(new ClockCheck("hpet", 1, 1_234.4).warning())
                .hasValueSatisfying(warning -> assertThat(warning).contains("1234 ns", "hpet"));
    }
}
