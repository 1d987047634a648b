package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HeatPictureTest {

    private static final double SECOND = 1e9;

    private static Histogram calls(long nanos, long count) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(nanos, count);
        return histogram;
    }

    @Test
    void drawsCellsTwoPercentilesAndALaneForEachKindOfEvent() {
        HeatPicture heat = new HeatPicture("place");
        for (int i = 0; i < 60; i++) {
            heat.slice(i * SECOND, (i + 1) * SECOND, Recordings.histogram(i, 2_000, 50_000));
        }
        Picture picture = heat.event("gc", 5 * SECOND, 8e6).picture();
        SvgCheck svg = SvgCheck.of(picture);

        assertThat(svg.texts()).contains("p50", "p99", "gc", "0", "10 s", "1 call or more", "4+");
        assertThat(svg.count("path", "full")).isEqualTo(1);
        assertThat(picture.description())
                .startsWith("Heat map of latency over time. Over 60 s: p50 ")
                .endsWith("gc: 1, 8 ms in all.");
    }

    @Test
    void aCellIsFullerTheMoreCallsItHas() {
        String svg = new HeatPicture("two")
                .slice(0, SECOND, calls(1_000, 1))
                .slice(SECOND, 2 * SECOND, calls(1_000, 63))
                .picture()
                .svg();

        assertThat(svg)
                .containsPattern("stroke-opacity=\"0.22\" d=\"M72 [0-9]+h312\"")
                .containsPattern("stroke-opacity=\"1.00\" d=\"M384 [0-9]+h312\"");
    }

    @Test
    void aLongTimeWithoutCallsStaysEmpty() {
        String svg = new HeatPicture("gap")
                .slice(0, SECOND, calls(1_000, 10))
                .slice(1_000 * SECOND, 1_001 * SECOND, calls(1_000, 10))
                .picture()
                .svg();

        assertThat(svg).containsPattern("d=\"M72 [0-9]+h1m622 0h1\"");
    }

    @Test
    void staysSmallWhateverTheNumberOfSlices() {
        HeatPicture heat = new HeatPicture("long");
        for (int i = 0; i < 5_000; i++) {
            heat.slice(i * SECOND, (i + 1) * SECOND, Recordings.histogram(i, 100, 50_000));
        }

        assertThat(heat.picture().svg().length()).isLessThan(30_000);
    }

    @Test
    void drawsNothingAndZerosAndHostileNames() {
        SvgCheck.of(new HeatPicture("Nothing").picture());
        SvgCheck.of(new HeatPicture("Zero").slice(0, SECOND, calls(0, 3)).picture());
        SvgCheck.of(new HeatPicture(Recordings.HOSTILE)
                .event(Recordings.HOSTILE, 0, 1)
                .picture());
    }

    @Test
    void aCellHoldsAnyNumberOfCalls() {
        for (long count : new long[] {1, 1_000, 1_000_000_000_000_000L}) {
            SvgCheck.of(new HeatPicture("n").slice(0, SECOND, calls(5, count)).picture());
        }
    }

    @Test
    void mergesEventsThatCannotBeToldApart() {
        HeatPicture heat = new HeatPicture("many").slice(0, 10 * SECOND, calls(1_000, 1));
        for (int i = 0; i < 100_000; i++) {
            heat.event("collections", i * SECOND / 10_000, 1_000);
        }

        assertThat(heat.picture().svg().length()).isLessThan(40_000);
    }

    @Test
    void drawsEventsWhateverTheirOrder() {
        HeatPicture heat = new HeatPicture("order").slice(0, 10 * SECOND, calls(1_000, 1));
        for (int i = 9; i >= 0; i--) {
            heat.event("calls", i * SECOND, 1_000);
        }

        assertThat(heat.picture().svg()).containsPattern("class=\"full s3\" d=\"(M[^M\"]+){10}\"");
    }

    @Test
    void refusesSlicesThatOverlap() {
        HeatPicture heat = new HeatPicture("over").slice(0, 2 * SECOND, calls(1_000, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> heat.slice(SECOND, 3 * SECOND, calls(1_000, 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> heat.slice(3, 3, calls(1_000, 1)));
    }
}
