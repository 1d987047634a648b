package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.picture.axis.NinesAxis;

class SpectrumPictureTest {

    private static final List<PercentilePoint> PUBLISHED =
            List.of(new PercentilePoint(50, 17_000), new PercentilePoint(99.9, 300_000), new PercentilePoint(100, 1e7));

    private static SpectrumPicture example() {
        return new SpectrumPicture("Round trip at 10,000/s")
                .series("QuickFIX/J", Recordings.curves(6, 40_000, 80_000))
                .series("TCP echo", Recordings.curves(6, 40_000, 20_000))
                .published("QuickFIX/J, published", "QuickFIX/J", PUBLISHED);
    }

    @Test
    void drawsALineForEachRecordingAndAMarkForEachPublishedFigure() {
        SvgCheck svg = SvgCheck.of(example().picture());

        assertThat(svg.count("path", "few")).isEqualTo(12);
        assertThat(svg.count("path", "mark")).isEqualTo(PUBLISHED.size() + 1);
        assertThat(svg.texts())
                .contains("Round trip at 10,000/s", "latency", "percentile", "99.99", "10 ms")
                .contains("QuickFIX/J (6 recordings)", "TCP echo (6 recordings)", "QuickFIX/J, published");
    }

    @Test
    void tellsWhatItShows() {
        PercentileCurve curve = new PercentileCurve(
                1_000,
                0,
                List.of(
                        new PercentilePoint(50, 1_000),
                        new PercentilePoint(99, 2_000),
                        new PercentilePoint(100, 9_000)));
        String description = new SpectrumPicture("Calls")
                .series("place", List.of(curve))
                .picture()
                .description();

        assertThat(description).isEqualTo("Percentile spectrum. place, p50 1 µs, p99 2 µs.");
    }

    @Test
    void isDottedWhereFewerThanTenSamplesLieBeyond() {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 100; i++) {
            histogram.recordValue(i * 10L);
        }
        String svg = new SpectrumPicture("Calls")
                .series("a", List.of(PercentileCurve.of(histogram)))
                .picture()
                .svg();

        double p90 = 72 + 612 * NinesAxis.nines(90) / NinesAxis.nines(99.5);
        assertThat(svg).contains("class=\"few\" d=\"M" + Markup.number(p90) + " ");
    }

    @Test
    void isDrawnWithoutSamples() {
        assertThat(SvgCheck.of(new SpectrumPicture("Nothing").picture()).texts())
                .contains("Nothing");
        assertThat(SvgCheck.of(new SpectrumPicture("Nothing")
                                .series("a", List.of(PercentileCurve.of(new Histogram(2))))
                                .picture())
                        .texts())
                .contains("a (no samples)");
    }

    @Test
    void isDrawnForOneSampleAndForEqualOnes() {
        Histogram one = new Histogram(2);
        one.recordValue(0);
        Histogram equal = new Histogram(2);
        equal.recordValueWithCount(5_000, 1_000_000);

        SvgCheck.of(new SpectrumPicture("Few")
                .series("one", List.of(PercentileCurve.of(one)))
                .series("equal", List.of(PercentileCurve.of(equal)))
                .picture());
    }

    @Test
    void showsHostileNamesAsText() {
        SvgCheck svg = SvgCheck.of(new SpectrumPicture(Recordings.HOSTILE)
                .series(Recordings.HOSTILE, Recordings.curves(1, 1_000, 1_000))
                .published(Recordings.HOSTILE, "", PUBLISHED)
                .picture());

        assertThat(svg.texts()).anyMatch(text -> text.startsWith("</text></svg><script>"));
    }

    @Test
    void staysSmallForManySeries() {
        SpectrumPicture picture = new SpectrumPicture("Many");
        for (int i = 0; i < 100; i++) {
            picture.series("com.acme.orders.Service" + i + ".place", Recordings.curves(1, 20_000, 1_000 + 500.0 * i));
        }

        assertThat(SvgCheck.of(picture.picture()).count("path", "few")).isEqualTo(100);
        assertThat(picture.picture().svg().length()).isLessThan(300_000);
    }
}
