package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShareEstimateTest {

    private static final double[] EXPECTED = {
        0.33949704142011833, 2.920573690375378, 0.29609977180245306, 0.38576894145063895
    };

    /** Expected values by SciPy: {@code t.ppf(0.975, 29)}, and {@code optimize.brentq} of (p − x)² = t² x (1 − x) / n for both ends. */
    @Test
    void agreesWithSciPy() {
        long[] whole = new long[30];
        Arrays.setAll(whole, block -> 40 + (block * 7) % 11);
        long[] part = new long[30];
        Arrays.setAll(part, block -> 10 + (block * 5) % 9 + (block % 10 == 3 ? 15 : 0));

        ShareEstimate share = ShareEstimate.of(part, whole);
        ConfidenceInterval interval = share.interval(0.95, 1);

        assertThat(new double[] {share.share(), share.designEffect(), interval.low(), interval.high()})
                .containsExactly(EXPECTED, within(1e-10));
        assertThat(share.blocks()).isEqualTo(30);
    }

    @Test
    void hasNoIntervalForFewBlocks() {
        long[] whole = new long[30];
        Arrays.fill(whole, 0, 19, 100);
        ShareEstimate share = ShareEstimate.of(new long[30], whole);

        assertThat(share.blocks()).isEqualTo(19);
        assertThat(share.interval(0.95, 1).isBounded()).isFalse();
    }

    @Test
    void aPartWithoutEventsMayHaveSomeOfThemAllTheSame() {
        long[] whole = new long[30];
        Arrays.fill(whole, 10);
        ConfidenceInterval alone = ShareEstimate.of(new long[30], whole).interval(0.95, 1);
        ConfidenceInterval comingTogether =
                ShareEstimate.of(new long[30], whole).interval(0.95, 5);

        assertThat(alone.low()).isZero();
        assertThat(alone.high()).isBetween(0.005, 0.03);
        assertThat(comingTogether.high()).isGreaterThan(3 * alone.high());
        assertThat(ShareEstimate.of(whole, whole).interval(0.95, 1).low()).isCloseTo(1 - alone.high(), within(1e-12));
    }

    @Test
    void refusesWhatIsNoPart() {
        assertThatIllegalArgumentException().isThrownBy(() -> ShareEstimate.of(new long[] {2}, new long[] {1}));
        assertThatIllegalArgumentException().isThrownBy(() -> ShareEstimate.of(new long[2], new long[1]));
        assertThatIllegalArgumentException().isThrownBy(() -> ShareEstimate.of(new long[1], new long[1]));
    }

    /**
     * 2,000 simulated recordings of 60 blocks of two hosts whose slow calls come in bursts of some tens, a quarter of them on the first. The
     * standard error of such a coverage is 0.005.
     */
    @Test
    void holdsTheTrueShareAboutAsOftenAsItSaysThoughEventsComeTogether() {
        Random random = new Random(17);
        int held = 0;
        for (int i = 0; i < 2_000; i++) {
            long[] part = new long[60];
            long[] other = new long[60];
            for (int burst = 0; burst < 300; burst++) {
                (random.nextInt(4) == 0 ? part : other)[random.nextInt(60)] += 1 + random.nextInt(30);
            }
            Arrays.setAll(other, block -> other[block] + part[block]);
            held += ShareEstimate.of(part, other).interval(0.95, 1).contains(0.25) ? 1 : 0;
        }

        assertThat(held / 2_000.0).isBetween(0.93, 0.97);
    }
}
