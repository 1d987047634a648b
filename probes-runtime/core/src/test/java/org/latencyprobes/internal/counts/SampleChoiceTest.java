package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.Predicate;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each bound is six standard deviations of a choice by chance: one of a thousand million runs would fail for no reason. */
class SampleChoiceTest {

    private static final int DRAWS = 1 << 21;
    private static final long SEED = 20_261_122;

    /** The two ways to choose. */
    enum Way {
        WITH_STRIPE {
            @Override
            Predicate<SampleChoice> chooser() {
                return new OwnedStripe(Stripes.COUNT)::isChosen;
            }
        },
        WITHOUT_STRIPE {
            @Override
            Predicate<SampleChoice> chooser() {
                return SampleChoice::isChosenWithoutStripe;
            }
        };

        /** Of one thread. */
        abstract Predicate<SampleChoice> chooser();
    }

    @ParameterizedTest
    @EnumSource
    void choosesOneOfSoMany(Way way) {
        for (int calls : new int[] {2, 3, 16, 100, 256}) {
            assertThat(chosenOfEvery(1, calls, way)).isCloseTo(DRAWS / calls, withinSixSigmas(DRAWS / calls));
        }
    }

    /** Of a call that comes once in a period, as many are chosen as of any other. */
    @ParameterizedTest
    @EnumSource
    void noPeriodOfTheLoadFoolsIt(Way way) {
        for (int period : new int[] {2, 3, 7, 16, 17, 64, 1_000, 1_024}) {
            int expected = DRAWS / period / 16;
            assertThat(chosenOfEvery(period, 16, way)).isCloseTo(expected, withinSixSigmas(expected));
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyCallIsChosenWhereAllAreAndNoneWhereNoneIs(Way way) {
        assertThat(chosenOfEvery(1, 1, way)).isEqualTo(DRAWS);
        Predicate<SampleChoice> chooser = way.chooser();
        for (int call = 0; call < 1_000; call++) {
            assertThat(chooser.test(SampleChoice.NEVER)).isFalse();
        }
    }

    /** Gaps of one, two, … between chosen calls are as frequent as they are by chance. */
    @ParameterizedTest
    @EnumSource
    void whatWasChosenBeforeMakesNoDifference(Way way) {
        int[] gaps = new int[1 << 10];
        Predicate<SampleChoice> chooser = way.chooser();
        SampleChoice choice = SampleChoice.oneIn(16);
        int chosen = 0;
        for (int draw = 0, last = 0; draw < DRAWS; draw++) {
            if (chooser.test(choice)) {
                gaps[draw - last]++;
                last = draw;
                chosen++;
            }
        }
        for (int gap = 1; gap <= 64; gap++) {
            int expected = (int) (chosen / 16.0 * Math.pow(15 / 16.0, gap - 1));
            assertThat(gaps[gap]).as("gaps of " + gap).isCloseTo(expected, withinSixSigmas(expected));
        }
    }

    /** Two probes of a thread in turns, at random, and one right after each chosen call of the other: each has its own share. */
    @ParameterizedTest
    @ValueSource(strings = {"in turns", "at random", "after a chosen one"})
    void probesOfDifferentSharesDoNotDisturbEachOther(String order) {
        OwnedStripe stripe = new OwnedStripe(Stripes.COUNT);
        SampleChoice often = SampleChoice.oneIn(4);
        SampleChoice seldom = SampleChoice.oneIn(64);
        Random random = new Random(SEED);
        int[] calls = new int[2];
        int[] chosen = new int[2];
        boolean wasChosen = false;
        for (int draw = 0; draw < DRAWS; draw++) {
            int probe = switch (order) {
                case "in turns" -> draw & 1;
                case "at random" -> random.nextInt(2);
                default -> wasChosen ? 1 : 0;
            };
            wasChosen = stripe.isChosen(probe == 0 ? often : seldom);
            calls[probe]++;
            chosen[probe] += wasChosen ? 1 : 0;
        }
        assertThat(chosen[0]).isCloseTo(calls[0] / 4, withinSixSigmas(calls[0] / 4));
        assertThat(chosen[1]).isCloseTo(calls[1] / 64, withinSixSigmas(calls[1] / 64));
    }

    /** The share of very few calls is right, too: the distance that a call goes has enough bits. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16, 1_000, 65_535, 65_536})
    void aStepIsAsLongAsItsShareNeeds(int calls) {
        SampleChoice choice = SampleChoice.oneIn(calls);
        double share = -Math.expm1(-choice.step() / (double) (1L << 31));
        assertThat(share * calls).isEqualTo(1, within(1 / 60_000.0));
        assertThat(choice.threshold() / (double) (1L << 32) * calls).isEqualTo(1, within(1 / 60_000.0));
    }

    /** Beside the logarithm, over the whole range of states. */
    @Test
    void aDistanceIsTheLogarithmOfItsState() {
        Random random = new Random(SEED);
        for (int i = 0; i < 200_000; i++) {
            long state = random.nextLong() >>> random.nextInt(40);
            double number = Math.scalb((double) (state >>> 1), -63) + Math.scalb((double) (state & 1), -64);
            double distance = SampleChoice.distance(state) / (double) (1L << 31);
            assertThat(distance).isEqualTo(-Math.log(number), within(0.000_01));
        }
        assertThat(SampleChoice.distance(0)).isGreaterThan(SampleChoice.distance(1));
        assertThat(SampleChoice.distance(-1)).isNotNegative();
    }

    @Test
    void theThreadsOwnStateGoesOn() {
        SampleChoice choice = SampleChoice.oneIn(4);
        int chosen = 0;
        for (int draw = 0; draw < 1 << 16; draw++) {
            chosen += choice.isChosen() ? 1 : 0;
        }
        assertThat(chosen).isCloseTo(1 << 14, withinSixSigmas(1 << 14));
    }

    private static int chosenOfEvery(int period, int calls, Way way) {
        Predicate<SampleChoice> chooser = way.chooser();
        SampleChoice choice = SampleChoice.oneIn(calls);
        int chosen = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            chosen += chooser.test(choice) && draw % period == 0 ? 1 : 0;
        }
        return chosen;
    }

    private static Offset<Integer> withinSixSigmas(int expected) {
        return Offset.offset((int) (6 * Math.sqrt(expected)) + 1);
    }
}
