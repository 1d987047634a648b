package org.latencyprobes.analysis.picture.axis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationAxisTest {

    @Test
    void goesFromARoundDurationToARoundOne() {
        List<String> labels = labels(new DurationAxis(0, 300, 2_300, 78_000));

        assertThat(labels).containsExactly("2 µs", "5 µs", "10 µs", "20 µs", "50 µs", "100 µs");
    }

    @Test
    void labelsOnlyTensWhereThereIsNoRoomForMore() {
        assertThat(labels(new DurationAxis(0, 200, 100, 1e9)))
                .containsExactly("100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s");
    }

    @Test
    void labelsOnlyUnitsWhereThereIsEvenLess() {
        assertThat(labels(new DurationAxis(0, 70, 100, 1e9))).containsExactly("1 µs", "1 ms", "1 s");
    }

    @Test
    void keepsASpanWhereAllDurationsAreEqual() {
        assertThat(labels(new DurationAxis(0, 300, 2_100, 2_100))).containsExactly("2 µs", "5 µs", "10 µs");
        assertThat(labels(new DurationAxis(0, 300, 0, 0))).containsExactly("1 ns", "2 ns", "5 ns");
    }

    @Test
    void goesUp() {
        DurationAxis axis = new DurationAxis(50, 300, 1_000, 100_000);

        assertThat(axis.at(1_000)).isEqualTo(350);
        assertThat(axis.at(100_000)).isEqualTo(50);
        assertThat(axis.at(10_000)).isCloseTo(200, within(1e-9));
        assertThat(axis.at(0)).isEqualTo(350);
        assertThat(axis.at(1e12)).isEqualTo(50);
    }

    @Test
    void neverLetsLabelsOverlap() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            double least = Math.pow(10, 12 * random.nextDouble());
            double most = least * Math.pow(10, 6 * random.nextDouble());
            double height = 40 + 400 * random.nextDouble();

            List<Tick> ticks = new DurationAxis(0, height, least, most).ticks();

            assertThat(ticks).hasSizeGreaterThanOrEqualTo(2);
            for (int j = 1; j < ticks.size(); j++) {
                assertThat(ticks.get(j - 1).position() - ticks.get(j).position())
                        .as("%s to %s on %s px", least, most, height)
                        .isGreaterThanOrEqualTo(TextWidth.FONT);
            }
        }
    }

    private static List<String> labels(DurationAxis axis) {
        return axis.ticks().stream().map(Tick::label).toList();
    }
}
