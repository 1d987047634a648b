package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimelinePictureTest {

    private static final double SECOND = 1e9;

    private static TimelinePicture example(int slices) {
        TimelinePicture picture = new TimelinePicture("Calls over time");
        for (int i = 0; i < slices; i++) {
            picture.slice(i * SECOND, (i + 1) * SECOND, Recordings.histogram(i, 2_000, 50_000));
        }
        return picture;
    }

    @Test
    void drawsThreeFiguresAndALaneForEachKindOfEvent() {
        Picture picture = example(60)
                .event("collections", 5.2 * SECOND, 8e6)
                .event("collections", 31 * SECOND, 2.5e9)
                .event("compilation", 1.1 * SECOND, 0)
                .lane("stalls of the host")
                .picture();

        SvgCheck svg = SvgCheck.of(picture);
        assertThat(svg.texts())
                .contains("p50", "p99", "max", "collections", "compilation", "stalls of the host", "0", "10 s");
        assertThat(svg.count("path", "full")).isEqualTo(3);
        assertThat(picture.description())
                .startsWith("Latency over time. Over 60 s: p50 ")
                .endsWith(
                        "collections: 2, 2.51 s in all. compilation: 1, 0 ns in all. stalls of the host: 0, 0 ns in all.");
    }

    @Test
    void sumsSlicesThatAreTooNarrow() {
        TimelinePicture picture = example(0);
        Histogram calm = new Histogram(2);
        calm.recordValueWithCount(1_000, 100);
        Histogram slow = new Histogram(2);
        slow.recordValue(900_000);
        for (int i = 0; i < 5_000; i++) {
            picture.slice(i * SECOND, (i + 1) * SECOND, i == 1_234 ? slow : calm);
        }
        String svg = picture.picture().svg();

        assertThat(svg.length()).isLessThan(40_000);
        assertThat(SvgCheck.of(picture.picture()).texts()).contains("1 ms");
    }

    @Test
    void leavesAGapWhereNothingWasCalled() {
        Histogram calls = Recordings.histogram(1, 1_000, 50_000);
        String svg = new TimelinePicture("Gap")
                .slice(0, SECOND, calls)
                .slice(SECOND, 2 * SECOND, new Histogram(2))
                .slice(2 * SECOND, 3 * SECOND, calls)
                .picture()
                .svg();

        assertThat(svg).containsPattern("class=\"line s0\" d=\"M72 [0-9.]+H280M488 [0-9.]+H696\"");
    }

    @Test
    void mergesEventsThatCannotBeToldApart() {
        TimelinePicture picture = example(10);
        for (int i = 0; i < 100_000; i++) {
            picture.event("collections", i * SECOND / 10_000, 1_000);
        }

        assertThat(picture.picture().svg().length()).isLessThan(40_000);
    }

    @Test
    void drawsEventsWhateverTheirOrder() {
        TimelinePicture picture = example(10);
        for (int i = 9; i >= 0; i--) {
            picture.event("calls", i * SECOND, 1_000);
        }

        assertThat(picture.picture().svg()).containsPattern("class=\"full s3\" d=\"(M[^M\"]+){10}\"");
    }

    @Test
    void drawsNothingAndHostileNames() {
        SvgCheck.of(new TimelinePicture("Nothing").picture());
        SvgCheck.of(new TimelinePicture(Recordings.HOSTILE)
                .event(Recordings.HOSTILE, 0, 1)
                .picture());
    }

    @Test
    void refusesSlicesThatOverlap() {
        assertThatIllegalArgumentException().isThrownBy(() -> example(2).slice(SECOND, 3 * SECOND, new Histogram(2)));
        assertThatIllegalArgumentException().isThrownBy(() -> example(0).slice(1, 1, new Histogram(2)));
    }
}
