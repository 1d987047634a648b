package org.latencyprobes.internal.jitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ClockQualityTest {

    @Test
    void findsClockOfThisMachine() {
        long startNanos = System.nanoTime();
        ClockQuality quality = ClockQuality.measured();
        long tookNanos = System.nanoTime() - startNanos;
        assertThat(quality.source()).isNotBlank();
        assertThat(quality.resolutionNanos()).isBetween(1L, tookNanos);
        assertThat(quality.readNanos()).isBetween(1.0, (double) tookNanos);
    }

    @Test
    void aClockThatStepsBackEndsTheCheck() {
        AtomicLong nanos = new AtomicLong();
        ClockQuality quality =
                assertTimeoutPreemptively(Duration.ofMinutes(2), () -> ClockQuality.measured(nanos::decrementAndGet));
        assertThat(quality.resolutionNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void aClockThatStepsSeldomerThanItIsReadHasThatResolution() {
        AtomicLong readings = new AtomicLong();
        ClockQuality coarse = ClockQuality.measured(() -> readings.incrementAndGet() / 300 * 50_000);
        assertThat(coarse.resolutionNanos()).isEqualTo(50_000);
    }

    @Test
    void theShortestStepOfManyIsTheResolution() {
        AtomicLong nanos = new AtomicLong();
        AtomicLong readings = new AtomicLong();
        LongSupplier quickerInTheEnd = () -> nanos.addAndGet(readings.incrementAndGet() < 61_000 ? 90 : 20);
        assertThat(ClockQuality.measured(quickerInTheEnd).resolutionNanos()).isEqualTo(20);
    }

    /** Before the first step other programs have the processor for longer than measuring it may last. */
    @Test
    void aThreadThatIsHeldUpSeesStepsAllTheSame() {
        AtomicLong readings = new AtomicLong();
        ClockQuality quality = ClockQuality.measured(() -> {
            if (readings.incrementAndGet() == 60_550) {
                holdUp();
            }
            return readings.get() / 300 * 50_000;
        });
        assertThat(quality.resolutionNanos()).isEqualTo(50_000);
    }

    private static void holdUp() {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < TimeUnit.MILLISECONDS.toNanos(150)) {
            Thread.onSpinWait();
        }
    }

    /** For four fifths of the time another program makes each reading take seven times as long. */
    @Test
    void otherProgramsDoNotMakeAReadingCostlier() {
        AtomicLong readings = new AtomicLong();
        AtomicLong nanos = new AtomicLong();
        ClockQuality quality =
                ClockQuality.measured(() -> nanos.addAndGet(readings.incrementAndGet() % 3_000 < 2_400 ? 140 : 20));
        assertThat(quality.readNanos()).isEqualTo(20);
    }

    @Test
    void baselineIsTwoReads() {
        assertThat(new ClockQuality("tsc", 1, 21).baselineNanos()).isEqualTo(42);
    }

    @Test
    void goodClockIsNoWarning() {
        assertThat(new ClockQuality("tsc", 1, ClockQuality.SLOW_READ_NANOS).warning())
                .isEmpty();
    }

    @Test
    void slowClockIsWarnedOfByNameAndCost() {
        assertThat(new ClockQuality("hpet", 1, 1_234.4).warning())
                .hasValueSatisfying(warning -> assertThat(warning).contains("1234 ns", "hpet"));
    }
}
