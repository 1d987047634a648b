package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values by SciPy 1.17.1: {@code scipy.stats.t.ppf(0.5 + confidence / 2, df)} and {@code 2 * scipy.stats.t.sf(t, df)}. */
class StudentTTest {

    private static final Percentage DIGITS = Percentage.withPercentage(1e-8);

    @ParameterizedTest
    @CsvSource({
        "0.95, 1, 12.706204736174694",
        "0.95, 2, 4.302652729749462",
        "0.95, 3, 3.1824463052837078",
        "0.95, 4, 2.7764451051977934",
        "0.95, 5, 2.5705818356363146",
        "0.95, 5.5, 2.501858617589239",
        "0.95, 9, 2.262157162798205",
        "0.95, 30, 2.0422724563012378",
        "0.95, 120, 1.9799304050824402",
        "0.8, 5, 1.4758840488244815",
        "0.9, 10, 1.8124611228116756",
        "0.99, 1, 63.656741162871526",
        "0.99, 9, 3.249835541592126",
        "0.9998, 1, 3183.098757118502",
        "0.9998, 3, 22.203742273205",
        "0.9998, 120, 3.837170749032837",
    })
    void agreesWithTheTablesOfStudent(double confidence, double degreesOfFreedom, double expected) {
        assertThat(StudentT.critical(confidence, degreesOfFreedom)).isCloseTo(expected, DIGITS);
    }

    @Test
    void comesNearTheNormalDistributionForManyDegreesOfFreedom() {
        assertThat(StudentT.critical(0.95, 1e6)).isCloseTo(1.959966356814107, within(1e-8));
    }

    @ParameterizedTest
    @CsvSource({
        "2.5, 5, 0.05449009934237626",
        "-2.5, 5, 0.05449009934237626",
        "0.3, 1, 0.8144528418445154",
        "12, 9, 7.699886222985653e-07",
        "1.96, 1e5, 0.04999856319430168",
        "50, 5.5, 1.5904152436456722e-08",
        "0, 4, 1",
    })
    void agreesWithTheDistributionOfSciPy(double t, double degreesOfFreedom, double expected) {
        assertThat(StudentT.twoSidedP(t, degreesOfFreedom)).isCloseTo(expected, DIGITS);
    }

    @Test
    void givesNoProbabilityBeyondInfinity() {
        assertThat(StudentT.twoSidedP(Double.POSITIVE_INFINITY, 3)).isEqualTo(0, Offset.offset(0.0));
    }

    @Test
    void refusesWhatIsNoConfidenceAndNoDegreeOfFreedom() {
        assertThatIllegalArgumentException().isThrownBy(() -> StudentT.critical(1, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> StudentT.critical(0, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> StudentT.critical(Double.NaN, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> StudentT.critical(0.95, 0));
    }
}
