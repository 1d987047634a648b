package org.latencyprobes.benchmarks.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RoundValuesTest {

    @Test
    void medianIsTheMiddleOrBetweenTheTwoInTheMiddle() {
        assertThat(RoundValues.of(3, 1, 2).median()).isEqualTo(2);
        assertThat(RoundValues.of(4, 1, 2, 3).median()).isEqualTo(2.5);
    }

    @Test
    void quantilesLieBetweenValuesInProportion() {
        assertThat(RoundValues.of(0, 10, 20, 30, 40).quantile(0.25)).isEqualTo(10);
        assertThat(RoundValues.of(0, 10).quantile(0.25)).isEqualTo(2.5);
        assertThat(RoundValues.of(7).quantile(0.75)).isEqualTo(7);
    }

    @Test
    void textShowsMedianLeastAndGreatest() {
        assertThat(RoundValues.of(1.061, 1.02, 1.09).text(2)).isEqualTo("1.06 (1.02–1.09)");
        assertThat(RoundValues.of(1.061).text(2)).isEqualTo("1.06");
        assertThat(new RoundValues().text(2)).isEqualTo("–");
    }

    @Test
    void almostNothingHasNoSign() {
        assertThat(RoundValues.number(-0.001, 2)).isEqualTo("0.00");
        assertThat(RoundValues.number(-0.006, 2)).isEqualTo("-0.01");
        assertThat(RoundValues.number(12_345.6, 0)).isEqualTo("12,346");
    }

    @Test
    void nothingHasNoMedian() {
        assertThatThrownBy(() -> new RoundValues().median()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void differencesAndRatiosAreTakenRoundByRound() {
        RoundValues values = RoundValues.of(4, 9);

        assertThat(values.less(RoundValues.of(1, 2)).text(0)).isEqualTo("5 (3–7)");
        assertThat(values.dividedBy(RoundValues.of(2, 3)).text(1)).isEqualTo("2.5 (2.0–3.0)");
        assertThat(RoundValues.of(-3, 2).absolute().scaled(2).text(0)).isEqualTo("5 (4–6)");
    }
}
