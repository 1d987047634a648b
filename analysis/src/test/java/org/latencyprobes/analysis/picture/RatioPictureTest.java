package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;
import org.latencyprobes.analysis.statistics.RatioEstimate;

class RatioPictureTest {

    private static final OptionalDouble NONE = OptionalDouble.empty();

    @Test
    void drawsARowForEachRatio() {
        Picture picture = new RatioPicture("QuickFIX/J over the others, p50")
                .row("÷ TCP echo", new ConfidenceInterval(3.6, 4, 4.5), OptionalDouble.of(4), NONE)
                .row(
                        "÷ Philadelphia",
                        new ConfidenceInterval(2.1, 2.4, 2.8),
                        OptionalDouble.of(4),
                        OptionalDouble.of(12))
                .row("one JVM alone", RatioEstimate.ofRatios(0.7).interval(0.95), NONE, NONE)
                .picture();

        SvgCheck svg = SvgCheck.of(picture);
        assertThat(svg.texts())
                .contains("÷ TCP echo", "4.00 (3.60–4.50)", "0.700 (no interval)", "ceiling", "published", "10×");
        assertThat(svg.count("circle", "full")).isEqualTo(4);
        assertThat(svg.count("line", "few")).isEqualTo(2);
        assertThat(picture.description()).contains("÷ Philadelphia: 2.40 (2.10–2.80), ceiling 4.00, published 12.0.");
    }

    @Test
    void marksRoundStepsWhereRatiosAreNearOne() {
        SvgCheck svg = SvgCheck.of(new RatioPicture("Near")
                .row("a", new ConfidenceInterval(0.97, 1.02, 1.08), NONE, NONE)
                .picture());

        assertThat(svg.texts()).contains("0.96×", "0.98×", "1×", "1.08×");
    }

    @Test
    void endsAnIntervalInAnArrowWhereItLeavesThePicture() {
        String svg = new RatioPicture("Noise")
                .row("calm", new ConfidenceInterval(1.9, 2, 2.1), NONE, NONE)
                .row("noisy", new ConfidenceInterval(0.0008, 3, 11_903), NONE, NONE)
                .picture()
                .svg();

        assertThat(svg)
                .contains("m5 -5l-5 5l5 5m-5 -5H", "m-5 -5l5 5l-5 5\"", "m0 -5v10m0 -5H")
                .contains("2×", "5×");
    }

    @Test
    void drawsAnyRatios() {
        Random random = new Random(2);
        for (int i = 0; i < 300; i++) {
            RatioPicture picture = new RatioPicture("Any");
            for (int row = 0; row < i % 7; row++) {
                double middle = Math.exp(8 * random.nextGaussian() / (1 + i % 4));
                double half = Math.exp(Math.abs(random.nextGaussian()));
                picture.row("row " + row, new ConfidenceInterval(middle / half, middle, middle * half), NONE, NONE);
            }
            SvgCheck.of(picture.picture());
        }
    }

    @Test
    void showsHostileNamesAsText() {
        SvgCheck.of(new RatioPicture(Recordings.HOSTILE)
                .row(Recordings.HOSTILE, new ConfidenceInterval(1, 2, 1e300), OptionalDouble.of(1e-9), NONE)
                .picture());
    }

    @Test
    void refusesWhatIsNoRatio() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RatioPicture("x").row("a", new ConfidenceInterval(-1, 0, 1), NONE, NONE));
    }
}
