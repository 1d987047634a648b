package org.latencyprobes.analysis.picture.axis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class NinesAxisTest {

    @Test
    void putsEachFurtherNineEquallyFarAway() {
        NinesAxis axis = new NinesAxis(10, 400, 99.99);

        assertThat(axis.at(0)).isEqualTo(10);
        assertThat(axis.at(90)).isCloseTo(110, within(1e-6));
        assertThat(axis.at(99)).isCloseTo(210, within(1e-6));
        assertThat(axis.at(99.99)).isCloseTo(410, within(1e-6));
        assertThat(axis.at(100)).isEqualTo(410);
        assertThat(axis.ticks().stream().map(Tick::label)).containsExactly("0", "50", "90", "99", "99.9", "99.99");
    }

    @Test
    void neverLetsLabelsOverlap() {
        for (double nines = 2; nines < 12; nines += 0.1) {
            for (double width = 100; width < 800; width += 50) {
                List<Tick> ticks = new NinesAxis(0, width, 100 - Math.pow(10, 2 - nines)).ticks();
                double end = Double.NEGATIVE_INFINITY;
                for (Tick tick : ticks) {
                    double half = TextWidth.of(tick.label()) / 2;
                    assertThat(tick.label().isEmpty() || tick.position() - half > end)
                            .as("%s at %s nines on %s px", tick, nines, width)
                            .isTrue();
                    end = tick.label().isEmpty() ? end : tick.position() + half;
                }
            }
        }
    }
}
