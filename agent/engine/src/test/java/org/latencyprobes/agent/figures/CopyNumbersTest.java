package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CopyNumbersTest {

    private static final List<Object> SERIES = List.of("place", "", "ok", "probe");

    private final CopyNumbers copies = new CopyNumbers();

    private void reading(String... owners) {
        copies.begin();
        for (String owner : owners) {
            copies.present(owner);
        }
    }

    /** Owners come in the order of a hash map. */
    @Test
    void aCopyThatIsCalledLaterMovesNoOther() {
        reading("first", "second");
        assertThat(copies.of(SERIES, "second")).isZero();
        reading("first", "second");
        assertThat(copies.of(SERIES, "first")).isEqualTo(1);
        assertThat(copies.of(SERIES, "second")).isZero();
    }

    @Test
    void aCopyThatGoesMovesNoOther() {
        reading("first", "second");
        copies.of(SERIES, "first");
        copies.of(SERIES, "second");
        reading("second");
        assertThat(copies.of(SERIES, "second")).isEqualTo(1);
    }

    @Test
    void theNumberOfOneThatIsGoneIsGivenAgain() {
        reading("first", "second");
        copies.of(SERIES, "first");
        copies.of(SERIES, "second");
        reading("second");
        reading("second", "third");
        assertThat(copies.of(SERIES, "second")).isEqualTo(1);
        assertThat(copies.of(SERIES, "third")).isZero();
    }

    @Test
    void whatIsGoneTakesNoMemory() {
        reading("first");
        copies.of(SERIES, "first");
        copies.forgetAbsent();
        assertThat(copies.bytes()).isPositive();
        reading();
        copies.forgetAbsent();
        reading();
        copies.forgetAbsent();
        assertThat(copies.bytes()).isZero();
    }

    @Test
    void eachSeriesHasItsOwnNumbers() {
        reading("first", "second");
        copies.of(SERIES, "first");
        assertThat(copies.of(List.of("elsewhere", "", "ok", "probe"), "second")).isZero();
    }
}
