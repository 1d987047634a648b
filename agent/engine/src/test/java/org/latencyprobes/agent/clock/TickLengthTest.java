package org.latencyprobes.agent.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.internal.counts.Layout;

final class TickLengthTest {

    private static final BigInteger BILLION = BigInteger.valueOf(1_000_000_000);

    @ParameterizedTest
    @ValueSource(
            longs = {1_000_000_000L, 1_900_000_000L, 2_000_000_000L, 2_499_998_765L, 2_500_000_000L, 5_000_000_000L})
    void ticksAreNanosToTheNextOneDown(long frequency) {
        long factor = TickLength.factor(frequency);
        long longest = ticks(Layout.MAX_NANOS, frequency);
        for (long ticks = 1; ticks > 0 && ticks <= longest; ticks = ticks * 3 + 1) {
            assertThat(TickLength.nanos(ticks, factor)).isBetween(exact(ticks, frequency), exact(ticks, frequency) + 1);
            assertThat(TickLength.nanos(-ticks, factor))
                    .isBetween(-exact(ticks, frequency) - 1, -exact(ticks, frequency));
        }
        assertThat(TickLength.nanos(longest, factor)).isBetween(Layout.MAX_NANOS - 1, Layout.MAX_NANOS);
        assertThat(TickLength.nanos(0, factor)).isZero();
    }

    private static long exact(long ticks, long frequency) {
        return BigInteger.valueOf(ticks)
                .multiply(BILLION)
                .divide(BigInteger.valueOf(frequency))
                .longValueExact();
    }

    private static long ticks(long nanos, long frequency) {
        return BigInteger.valueOf(nanos)
                .multiply(BigInteger.valueOf(frequency))
                .divide(BILLION)
                .longValueExact();
    }

    @Test
    void aDurationThatHasNoCounterIsStillLongerThanAllThatHave() {
        for (long frequency = 1_000_000_000L; frequency <= 5_000_000_000L; frequency += 100_000_000) {
            long year = ticks(365L * 24 * 3600 * 1_000_000_000, frequency);
            assertThat(TickLength.nanos(year, TickLength.factor(frequency))).isGreaterThan(Layout.MAX_NANOS);
        }
    }

    @Test
    void aFrequencyBelowOneGigahertzIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TickLength.factor(999_999_999));
    }
}
