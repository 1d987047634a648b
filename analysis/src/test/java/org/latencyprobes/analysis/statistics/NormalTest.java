package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values by SciPy 1.17.1: {@code 2 * scipy.stats.norm.sf(z)} and {@code scipy.stats.norm.isf(0.025)}. */
class NormalTest {

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "0.1, 0.920344325",
        "-1, 0.317310508",
        "2.9, 0.00373162660",
        "3.1, 0.00193520643",
        "6, 1.97317529e-09",
        "10, 1.52397060e-23"
    })
    void agreesWithSciPy(double z, double expected) {
        assertThat(Normal.twoSidedP(z)).isCloseTo(expected, Percentage.withPercentage(1e-6));
    }

    @Test
    void knowsTheMostUsedQuantile() {
        assertThat(Normal.critical(0.95)).isCloseTo(1.9599639845400545, within(1e-9));
    }
}
