package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StyleTest {

    @Test
    void coloursDifferFromTheirGround() {
        assertThat(Style.LIGHT).hasSameSizeAs(Style.DARK).doesNotHaveDuplicates();
        differ(Style.LIGHT, Style.LIGHT_GROUND);
        differ(Style.DARK, Style.DARK_GROUND);
    }

    private static void differ(List<String> colours, String ground) {
        assertThat(colours)
                .allSatisfy(colour ->
                        assertThat(contrast(colour, ground)).as(colour).isGreaterThan(4.5));
    }

    /** Contrast by WCAG 2.2. */
    private static double contrast(String one, String other) {
        double a = luminance(one) + 0.05;
        double b = luminance(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double luminance(String colour) {
        return 0.2126 * channel(colour, 1) + 0.7152 * channel(colour, 3) + 0.0722 * channel(colour, 5);
    }

    private static double channel(String colour, int at) {
        double share = Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
