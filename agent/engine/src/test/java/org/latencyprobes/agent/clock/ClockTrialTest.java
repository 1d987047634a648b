package org.latencyprobes.agent.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClockTrialTest {

    private static final long GHZ_2_5 = 2_500_000_000L;
    private static final long SLOW_READING_NANOS = 2_000;

    @ParameterizedTest
    @ValueSource(longs = {1_100_000_000L, GHZ_2_5, 5_000_000_000L})
    void aCounterThatIsRightIsNotRefusedForItsRate(long frequency) {
        String refusal = ClockTrial.refusalOf(new TestClock(frequency, frequency, ticks -> ticks));
        assertThat(refusal).isNull();
    }

    /** A processor's name may say 1.80 GHz where the counter runs at 1.99. */
    @ParameterizedTest
    @ValueSource(longs = {1_250_000_000L, 2_490_000_000L, 2_510_000_000L, 5_000_000_000L})
    void aCounterThatSaysAnotherFrequencyIsRefused(long ticksPerSecond) {
        String refusal = ClockTrial.refusalOf(new TestClock(GHZ_2_5, ticksPerSecond, ticks -> ticks));
        assertThat(refusal).contains("rate");
    }

    @Test
    void aCounterWithCoarseStepsIsRefused() {
        String refusal = ClockTrial.refusalOf(new TestClock(GHZ_2_5, GHZ_2_5, ticks -> ticks / 100_000 * 100_000));
        assertThat(refusal).contains("coarse");
    }

    /** As while it is interpreted, on a slow machine. */
    @Test
    void aCounterWhoseReadingsTakeLongIsNotRefused() {
        String refusal = ClockTrial.refusalOf(new TestClock(GHZ_2_5, GHZ_2_5, ticks -> {
            long startNanos = System.nanoTime();
            while (System.nanoTime() - startNanos < SLOW_READING_NANOS) {
                Thread.onSpinWait();
            }
            return ticks;
        }));
        assertThat(refusal).isNull();
    }

    @Test
    void aCounterThatStandsStillIsRefused() {
        assertThat(ClockTrial.refusalOf(new TestClock(GHZ_2_5, GHZ_2_5, ticks -> 1)))
                .contains("coarse");
    }

    /** Every other reading, as if each came from another one. */
    @Test
    void aCounterThatDiffersBetweenProcessorsIsRefused() {
        AtomicLong reading = new AtomicLong();
        String refusal = ClockTrial.refusalOf(new TestClock(
                GHZ_2_5, GHZ_2_5, ticks -> ticks - (reading.incrementAndGet() % 1_000 == 0 ? GHZ_2_5 : 0)));
        assertThat(refusal).contains("between processors");
    }

    @Test
    void aCounterThatTheKernelDoesNotTrustIsRefused(@TempDir Path folder) throws Exception {
        Path names = folder.resolve("available_clocksource");
        assertThat(ClockTrial.refusalOfKernel(names)).isNull();
        Files.writeString(names, "hpet acpi_pm \n");
        assertThat(ClockTrial.refusalOfKernel(names)).contains("hpet acpi_pm");
        Files.writeString(names, "kvm-clock tsc hpet\n");
        assertThat(ClockTrial.refusalOfKernel(names)).isNull();
    }
}
