package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharesPictureTest {

    private static SharesPicture example() {
        Map<String, Integer> colours = new LinkedHashMap<>();
        colours.put("lock", 1);
        colours.put("gc", 2);
        colours.put("sleep", 3);
        return new SharesPicture("Why", colours);
    }

    private static SharesPicture.Part part(double share) {
        return new SharesPicture.Part(share, Math.round(100 * share) + " %");
    }

    /** As in the table beside it: an interval is no number. */
    @Test
    void sharesAreToldInTheWordsThatTheyCameIn() {
        Picture picture = example()
                .bar(
                        "time",
                        Map.of(
                                "lock", new SharesPicture.Part(0.4, "20–60 %"),
                                "gc", new SharesPicture.Part(0.004, "<1 %"),
                                "sleep", new SharesPicture.Part(0, "0 %")))
                .picture();
        assertThat(SvgCheck.of(picture).texts()).contains("lock 20–60 %").doesNotContain("sleep");
        assertThat(picture.description()).isEqualTo("time: lock 20–60 %, gc <1 %.");
    }

    @Test
    void eachWholeIsABarOfItsParts() {
        Picture picture = example()
                .bar("calls", Map.of("lock", part(0.75), "gc", part(0.25)))
                .bar("time", Map.of("gc", part(1.0)))
                .picture();
        SvgCheck svg = SvgCheck.of(picture);

        assertThat(svg.count("rect", "s1")).isEqualTo(1);
        assertThat(svg.count("rect", "s2")).isEqualTo(2);
        assertThat(svg.texts()).contains("calls", "time", "lock 75 %", "gc 25 %", "gc 100 %", "lock", "gc");
        assertThat(svg.texts()).doesNotContain("sleep");
        assertThat(picture.description()).isEqualTo("calls: lock 75 %, gc 25 %. time: gc 100 %.");
    }

    @Test
    void partsFollowEachOtherAndWhatIsNotKnownIsLeftFree() {
        String svg = example()
                .bar("calls", Map.of("lock", part(0.25), "gc", part(0.5)))
                .picture()
                .svg();
        assertThat(svg)
                .containsPattern("s1\" x=\"12\" y=\"[0-9]+\" width=\"108\"")
                .containsPattern("s2\" x=\"121\" y=\"[0-9]+\" width=\"217\"");
    }

    @Test
    void aPartWithoutRoomHasNoText() {
        assertThat(SvgCheck.of(example()
                                .bar("calls", Map.of("lock", part(0.99), "gc", part(0.01)))
                                .picture())
                        .texts())
                .contains("lock 99 %", "gc")
                .doesNotContain("1 %", "gc 1 %");
    }

    /** As in the table beside it. */
    @Test
    void partsBelowOnePercentAreCounted() {
        assertThat(SvgCheck.of(example()
                                .bar("calls", Map.of("lock", part(0.99), "gc", part(0.005), "sleep", part(0.005)))
                                .bar("time", Map.of("lock", part(0.98), "gc", part(0.004), "sleep", part(0.016)))
                                .picture())
                        .texts())
                .contains("lock", "sleep", "and 1 below 1 %")
                .doesNotContain("gc");
    }

    @Test
    void drawsNothingAndHostileNames() {
        SvgCheck.of(example().picture());
        SvgCheck.of(new SharesPicture(Recordings.HOSTILE, Map.of(Recordings.HOSTILE, 9))
                .bar(Recordings.HOSTILE, Map.of(Recordings.HOSTILE, part(1.0)))
                .picture());
    }
}
