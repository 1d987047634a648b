package org.latencyprobes.agent.jar.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SeasonalTrendTest {

    private static List<Long> minutes(double growth, long seed) {
        Random random = new Random(seed);
        List<Long> samples = new ArrayList<>();
        for (int i = 0; i < 55; i++) {
            samples.add(Math.round(300 + 2_000 * (i % 8) + 20 * random.nextGaussian() + growth * i));
        }
        return samples;
    }

    @Test
    void seesAGrowthThatIsSmallBesideTheDifferenceOfConditions() {
        SeasonalTrend trend = SeasonalTrend.of(minutes(2, 1), 8);
        assertThat(trend.z()).isGreaterThan(5);
        assertThat(trend.slope()).isCloseTo(2, within(0.5));
    }

    @Test
    void takesNoMoreThanItsShareOfSpreadForATrend() {
        int trends = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            trends += SeasonalTrend.of(minutes(0, seed), 8).toString().contains("TREND") ? 1 : 0;
        }
        assertThat(trends).isBetween(25, 75); // 50, and 3.6 standard deviations
    }

    @Test
    void seesNoneInTooFew() {
        assertThat(SeasonalTrend.of(List.of(1L, 2L, 3L), 8)).hasToString("too few for a trend");
    }
}
