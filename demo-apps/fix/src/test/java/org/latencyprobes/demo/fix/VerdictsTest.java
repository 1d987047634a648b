package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.fix.Verdict.Finding;

class VerdictsTest {

    private static final String LOW = "philadelphia-blocking";

    @Test
    void sayReproducedOfFiguresLikeThePublished() {
        Comparison comparison = Samples.comparison(Samples.CALM_CPUS, 8, Map.of("echo", 10, LOW, 16, "quickfixj", 200));

        assertThat(findings(comparison)).containsOnly(Finding.REPRODUCED);
    }

    @Test
    void sayWhyNot() {
        Comparison comparison = Samples.comparison(Samples.CALM_CPUS, 1, Map.of("echo", 10, LOW, 30, "quickfixj", 60));

        List<Verdict> verdicts = new Verdicts(comparison).all();

        assertThat(verdicts.get(0).sentence())
                .isEqualTo(
                        "QuickFIX takes 12 times as long: not reproduced here, because against Philadelphia, blocking 3.10"
                                + " times at 2,000/s, 3.10 times at 10,000/s.");
        assertThat(verdicts.get(4).sentence())
                .startsWith(
                        "QuickFIX's tail is its garbage: not reproduced here, because 6 of the 60 round trips beyond p99");
    }

    @Test
    void sayWhatAnEngineThatIsNoSlowerThanTheEchoLeavesOpen() {
        Comparison comparison = Samples.comparison(Samples.CALM_CPUS, 8, Map.of("echo", 20, LOW, 16, "quickfixj", 200));

        assertThat(new Verdicts(comparison).all().get(1).sentence())
                .isEqualTo(
                        "over 30 times less TCP: no verdict: at no rate are both engines' means above the TCP echo's.");
    }

    @Test
    void sayTooNoisyOfABusyMachine() {
        Comparison comparison = Samples.comparison(Samples.BUSY_CPUS, 8, Map.of("echo", 10, LOW, 16, "quickfixj", 200));

        assertThat(findings(comparison)).containsOnly(Finding.TOO_NOISY);
    }

    @Test
    void sayNothingOfWhatWasNotMeasured() {
        Comparison comparison = Samples.comparison(Samples.CALM_CPUS, 8, Map.of("echo", 10));

        assertThat(findings(comparison)).containsOnly(Finding.NOT_MEASURED);
    }

    private static List<Finding> findings(Comparison comparison) {
        return new Verdicts(comparison).all().stream().map(Verdict::finding).toList();
    }
}
