package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleChoiceTest {

    private static final int DRAWS = 1 << 22;
    private static final long SEED = 20_261_122;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16, 100, 256})
    void choosesOneOfSoMany(int calls) {
        assertThat(chosenOfEvery(1, calls)).isCloseTo(DRAWS / calls, withinSixSigmas(DRAWS / calls));
    }

    /** Of a call that comes once in a period, as many are chosen as of any other. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 16, 64, 1_000, 1_024, 4_096})
    void noPeriodOfTheLoadFoolsIt(int period) {
        int expected = DRAWS / period / 16;
        assertThat(chosenOfEvery(period, 16)).isCloseTo(expected, withinSixSigmas(expected));
    }

    @Test
    void everyCallIsChosenWhereAllAre() {
        assertThat(SampleChoice.thresholdOf(1)).isEqualTo(SampleChoice.ALWAYS);
        assertThat(chosenOfEvery(1, 1)).isEqualTo(DRAWS);
    }

    /** A gap of exactly one between chosen calls is as frequent as it is by chance. */
    @Test
    void whatWasChosenBeforeMakesNoDifference() {
        long threshold = SampleChoice.thresholdOf(16);
        long state = SEED;
        int pairs = 0;
        boolean before = false;
        for (int draw = 0; draw < DRAWS; draw++) {
            state = SampleChoice.next(state);
            boolean now = SampleChoice.isBelow(state, threshold);
            pairs += before && now ? 1 : 0;
            before = now;
        }
        assertThat(pairs).isCloseTo(DRAWS / 256, withinSixSigmas(DRAWS / 256));
    }

    @Test
    void theStateOfTheLaneGoesOn() {
        long threshold = SampleChoice.thresholdOf(4);
        int chosen = 0;
        for (int draw = 0; draw < 1 << 16; draw++) {
            chosen += SampleChoice.isChosen(threshold) ? 1 : 0;
        }
        assertThat(chosen).isCloseTo(1 << 14, withinSixSigmas(1 << 14));
    }

    private static int chosenOfEvery(int period, int calls) {
        long threshold = SampleChoice.thresholdOf(calls);
        long state = SEED;
        int chosen = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            state = SampleChoice.next(state);
            if (draw % period == 0 && SampleChoice.isBelow(state, threshold)) {
                chosen++;
            }
        }
        return chosen;
    }

    private static org.assertj.core.data.Offset<Integer> withinSixSigmas(int expected) {
        return org.assertj.core.data.Offset.offset((int) (6 * Math.sqrt(expected)));
    }
}
