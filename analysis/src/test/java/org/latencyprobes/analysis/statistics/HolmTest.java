package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HolmTest {

    /** R: {@code p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), "holm")}. */
    @Test
    void agreesWithR() {
        assertThat(Holm.adjusted(0.01, 0.04, 0.03, 0.005, 0.5))
                .containsExactly(new double[] {0.04, 0.09, 0.09, 0.025, 0.5}, within(1e-12));
    }

    @Test
    void leavesOneClaimAsItIs() {
        assertThat(Holm.adjusted(0.03)).containsExactly(0.03);
        assertThat(Holm.adjusted()).isEmpty();
    }

    @Test
    void staysAProbability() {
        assertThat(Holm.adjusted(0.6, 0.9)).containsExactly(1, 1);
    }

    /** Eight claims of which none is true: p-values are uniform. */
    @Test
    void findsSomethingWhereNothingIsInNoMoreThanOneOfTwentyTries() {
        Random random = new Random(3);
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            double[] adjusted = Holm.adjusted(random.doubles(8).toArray());
            found += Arrays.stream(adjusted).anyMatch(p -> p <= 0.05) ? 1 : 0;
        }

        assertThat(found / 20_000.0).isBetween(0.044, 0.053);
    }
}
