package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.fix.FixVerdict.Evidence;
import org.latencyprobes.demo.fix.FixVerdict.Finding;

class FixVerdictsTest {

    private static final String LOW = "philadelphia-blocking";

    @Test
    void sayReproducedOfFiguresLikeThePublished() {
        FixComparison comparison =
                FixSamples.comparison(FixSamples.CALM_CPUS, 8, Map.of("echo", 10, LOW, 16, "quickfixj", 200));

        assertThat(findings(comparison)).containsOnly(Finding.REPRODUCED);
    }

    @Test
    void sayWhyNot() {
        FixComparison comparison =
                FixSamples.comparison(FixSamples.CALM_CPUS, 1, Map.of("echo", 10, LOW, 30, "quickfixj", 60));

        List<FixVerdict> verdicts = new FixVerdicts(comparison).all();

        assertThat(verdicts.get(0).sentence())
                .isEqualTo(
                        "QuickFIX takes 12 times as long: not reproduced here, because against Philadelphia, blocking"
                                + " by mean 3.10 (3.10 to 3.10) times at 2,000/s; by p50 2.00 (2.00 to 2.00) times at 2,000/s;"
                                + " by mean 3.10 (3.10 to 3.10) times at 10,000/s; by p50 2.00 (2.00 to 2.00) times at 10,000/s.");
    }

    @Test
    void sayWhatAnEngineThatIsNoSlowerThanTheEchoLeavesOpen() {
        FixComparison comparison =
                FixSamples.comparison(FixSamples.CALM_CPUS, 8, Map.of("echo", 20, LOW, 16, "quickfixj", 200));

        assertThat(new FixVerdicts(comparison).all().get(1).sentence())
                .startsWith(
                        "over 30 times less TCP: too noisy to say: against Philadelphia, blocking by mean nothing is"
                                + " left of it at 2,000/s; by p50 nothing");
    }

    @Test
    void leaveOpenWhatRunsDisagreeAbout() {
        Range runs = new Range(1, 3, 5);

        assertThat(verdict(new Evidence(runs, 2, false, "3 times")).sentence())
                .isEqualTo("claim: too noisy to say: 3 times, runs disagree.");
        assertThat(verdict(new Evidence(runs, 2, false, ""), new Evidence(runs, 1, false, ""))
                        .finding())
                .isEqualTo(Finding.IN_PART);
        assertThat(verdict(new Evidence(runs, 2, false, ""), new Evidence(runs, 6, false, ""))
                        .finding())
                .isEqualTo(Finding.NOT_REPRODUCED);
    }

    private static FixVerdict verdict(Evidence... evidence) {
        return FixVerdict.of("claim", "", List.of(evidence));
    }

    @Test
    void compareEveryRunWithEveryOther() {
        Range quickFix = Range.of(List.of(90.0, 80.0, 120.0));
        Range rival = Range.of(List.of(40.0, 45.0, 50.0));

        assertThat(quickFix.over(rival)).isEqualTo(new Range(80.0 / 50, 2, 120.0 / 40));
        assertThat(quickFix.less(rival)).isEqualTo(new Range(30, 45, 80));
        assertThat(quickFix.over(rival.less(rival)).high()).isInfinite();
    }

    /** With few round trips in collections they can't be most of the tail, whatever collections do. */
    @Test
    void leaveGarbageOpenWhereThereWereTooFewCollections() {
        FixComparison comparison =
                FixSamples.comparison(FixSamples.CALM_CPUS, 1, Map.of("echo", 10, LOW, 16, "quickfixj", 200));

        assertThat(new FixVerdicts(comparison).all().get(4).sentence())
                .startsWith("QuickFIX's tail is its garbage: no verdict: 6 of the 60 round trips beyond p99 overlap a"
                        + " collection; of all round trips 12 do; with so few");
    }

    @Test
    void sayTooNoisyOfABusyMachine() {
        FixComparison comparison =
                FixSamples.comparison(FixSamples.BUSY_CPUS, 8, Map.of("echo", 10, LOW, 16, "quickfixj", 200));

        assertThat(findings(comparison)).containsOnly(Finding.TOO_NOISY);
    }

    @Test
    void sayNothingOfWhatWasNotMeasured() {
        FixComparison comparison = FixSamples.comparison(FixSamples.CALM_CPUS, 8, Map.of("echo", 10));

        assertThat(findings(comparison)).containsOnly(Finding.NOT_MEASURED);
    }

    private static List<Finding> findings(FixComparison comparison) {
        return new FixVerdicts(comparison)
                .all().stream().map(FixVerdict::finding).toList();
    }
}
