package org.latencyprobes.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SeriesTest {

    @Test
    void medianIsTheMiddleOrBetweenTheTwoInTheMiddle() {
        assertThat(Series.of(3, 1, 2).median()).isEqualTo(2);
        assertThat(Series.of(4, 1, 2, 3).median()).isEqualTo(2.5);
    }

    @Test
    void quantilesLieBetweenValuesInProportion() {
        assertThat(Series.of(0, 10, 20, 30, 40).quantile(0.25)).isEqualTo(10);
        assertThat(Series.of(0, 10).quantile(0.25)).isEqualTo(2.5);
        assertThat(Series.of(7).quantile(0.75)).isEqualTo(7);
    }

    @Test
    void textShowsMedianLeastAndGreatest() {
        assertThat(Series.of(1.061, 1.02, 1.09).text(2)).isEqualTo("1.06 (1.02–1.09)");
        assertThat(Series.of(1.061).text(2)).isEqualTo("1.06");
        assertThat(new Series().text(2)).isEqualTo("–");
    }

    @Test
    void almostNothingHasNoSign() {
        assertThat(Series.number(-0.001, 2)).isEqualTo("0.00");
        assertThat(Series.number(-0.006, 2)).isEqualTo("-0.01");
        assertThat(Series.number(12_345.6, 0)).isEqualTo("12,346");
    }

    @Test
    void nothingHasNoMedian() {
        assertThatThrownBy(() -> new Series().median()).isInstanceOf(IllegalStateException.class);
    }
}
