package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DotsPictureTest {

    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;

    private static DotsPicture example() {
        Map<String, Integer> colours = new LinkedHashMap<>();
        colours.put("lock", 1);
        colours.put("gc", 2);
        return new DotsPicture("Single calls", 0, 30 * SECOND, colours);
    }

    @Test
    void eachCallIsADotWithWords() {
        Picture picture = example()
                .dot("gc", 20 * SECOND, 80 * MILLI, "80 ms: gc")
                .dot("lock", SECOND, 2 * MILLI, "2 ms: lock")
                .dot("lock", 5 * SECOND, 4 * MILLI, "4 ms: lock")
                .picture();
        SvgCheck svg = SvgCheck.of(picture);

        assertThat(picture.svg().split("<title>[0-9]+ ms: ", -1)).hasSize(4);
        assertThat(svg.texts()).contains("lock", "gc", "latency", "10 s", "10 ms");
        assertThat(svg.texts().indexOf("lock")).isLessThan(svg.texts().indexOf("gc"));
        assertThat(picture.description())
                .isEqualTo(
                        "Single calls, by when they began and how long they took. lock: 2, 2 ms to 4 ms. gc: 1, 80 ms to 80 ms.");
    }

    @Test
    void kindsDifferByColourAndShape() {
        String svg = example()
                .dot("lock", SECOND, MILLI, "a")
                .dot("gc", SECOND, MILLI, "b")
                .picture()
                .svg();
        assertThat(svg)
                .containsPattern("class=\"dots s1\"><path d=\"M[0-9. ]+m-4,0a[^\"]+\"><title>a<")
                .containsPattern("class=\"dots s2\"><path d=\"M[0-9. ]+m-4,-4h[^\"]+\"><title>b<");
    }

    /** Those that begin earlier are at the left, and the longer ones above. */
    @Test
    void dotsStandWhereTheirCallsWere() {
        String svg = example()
                .dot("lock", 0, MILLI, "a")
                .dot("lock", 15 * SECOND, 100 * MILLI, "b")
                .picture()
                .svg();
        assertThat(svg).contains("<path d=\"M72 384m", "<path d=\"M368 54m");
    }

    @Test
    void callsBelowTheEdgeArePale() {
        String svg = example()
                .edge("p99", 3 * MILLI)
                .dot("lock", SECOND, 2 * MILLI, "below")
                .dot("lock", SECOND, 4 * MILLI, "above")
                .picture()
                .svg();
        assertThat(svg)
                .contains(">p99<")
                .containsPattern("class=\"dots pale s1\"><path [^>]*><title>below</title></path></g>")
                .containsPattern("class=\"dots s1\"><path [^>]*><title>above<");
    }

    @Test
    void stallsAreStripesBehindOfWhichThoseThatCannotBeToldApartAreOne() {
        DotsPicture dots = example().dot("lock", SECOND, MILLI, "a");
        for (int i = 0; i < 100_000; i++) {
            dots.stall("gc", i * SECOND / 10_000, 1_000);
        }
        Picture picture = dots.picture();

        assertThat(picture.svg().length()).isLessThan(40_000);
        assertThat(picture.svg().indexOf("stripe s2"))
                .isPositive()
                .isLessThan(picture.svg().indexOf("<title>a<"));
        assertThat(picture.description()).endsWith(" Stalls, gc: 100000, 100 ms in all.");
        assertThat(SvgCheck.of(picture).texts()).contains("stall: gc");
    }

    /** They are a second of thirty here, and as stripes of a px each they would be all of it. */
    @Test
    void manyShortStallsDoNotCoverThePicture() {
        DotsPicture dots = example().stall("gc", 29 * SECOND, 100 * MILLI);
        for (int i = 0; i < 5_000; i++) {
            dots.stall("gc", i * 6 * MILLI, 0.2 * MILLI);
        }
        assertThat(dots.picture().svg())
                .containsPattern("class=\"stripe s2\" d=\"(M[^M\"]+){2,40}\"")
                .containsPattern("M644.3 54h2v");
    }

    @Test
    void drawsNothingAndHostileNames() {
        SvgCheck.of(example().picture());
        SvgCheck.of(example()
                .edge("p99.99", MILLI)
                .dot(Recordings.HOSTILE, 0, 0, Recordings.HOSTILE)
                .stall(Recordings.HOSTILE, 0, 0)
                .picture());
    }
}
