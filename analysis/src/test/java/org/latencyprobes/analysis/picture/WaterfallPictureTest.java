package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class WaterfallPictureTest {

    @Test
    void drawsEachStageWhereTheOneBeforeEnds() {
        Picture picture = new WaterfallPicture("An order's way", "time since the start")
                .stage("encode", 12_000)
                .stage("wake-up", 60_000)
                .stage("decode", 28_000)
                .picture();

        SvgCheck svg = SvgCheck.of(picture);
        assertThat(svg.texts())
                .contains("encode", "12 µs", "wake-up", "60 µs", "0 ns", "20 µs", "100 µs", "time since the start");
        assertThat(svg.count("rect", "full")).isEqualTo(3);
        assertThat(picture.description())
                .isEqualTo(
                        "Stages of the time since the start. encode: 12 µs. wake-up: 60 µs. decode: 28 µs. In all 100 µs.");
    }

    @Test
    void drawsARestThatIsNegative() {
        assertThat(SvgCheck.of(new WaterfallPicture("Sum above the whole", "time")
                                .stage("a", 80)
                                .stage("b", 50)
                                .stage("rest", -145)
                                .picture())
                        .texts())
                .contains("−145 ns", "0 ns", "100 ns");
    }

    @Test
    void drawsNothingAndHostileNames() {
        SvgCheck.of(new WaterfallPicture("Nothing", "time").picture());
        SvgCheck.of(new WaterfallPicture(Recordings.HOSTILE, "time")
                .stage(Recordings.HOSTILE, 0)
                .picture());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WaterfallPicture("x", "time").stage("a", Double.POSITIVE_INFINITY));
    }
}
