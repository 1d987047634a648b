package org.latencyprobes.demo.fix.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.fix.FixSamples;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.Schedule;

class RepeatabilityTableTest {

    private static final Schedule FULL = FixSamples.schedule("--full");
    private static final FixComparison COMPARISON = FixSamples.comparison(FULL, FixSamples.micros());

    @Test
    void namesWhatARepetitionDoesNotFindAgain() {
        Map<String, Double> slower = FixSamples.micros();
        slower.put("quickfixj", 400.0);

        assertThat(new FixReport(FixSamples.comparison(FULL, slower), "", Optional.of(COMPARISON)).markdown())
                .containsPattern(
                        "Measured twice: of \\d+ figures \\d+ \\(\\d\\d %\\) and of \\d+ factors \\d+ \\(\\d\\d %\\),")
                .containsPattern("\\| p50 of QuickFIX/J, no validation, jlbh 10,000/s, µs \\| 201 .* \\| 2\\.00 \\(")
                .containsPattern(
                        "\\| p99 of QuickFIX/J, no validation, jlbh 2,000/s, to TCP echo \\| .* \\| 2\\.00 \\(")
                .doesNotContain("| p50 of TCP echo,");
    }

    @Test
    void saysWhenNothingWasMeasuredTwice() {
        FixReport report = new FixReport(COMPARISON, "", Optional.of(new FixComparison(FULL)));

        assertThat(report.markdown()).contains("Nothing was measured twice: ").doesNotContain("not found again");
    }

    @Test
    void findsEverythingAgainInTheSameResults() {
        RepeatabilityTable table = new RepeatabilityTable(COMPARISON, COMPARISON);

        assertThat(table.sentence())
                .matches("Measured twice: of (\\d+) figures \\1 \\(100 %\\) and of (\\d+) factors \\2 \\(100 %\\), .*")
                .matches(".* After Holm's correction for all \\d+ rows none differs\\. Left out: 0 rows .*");
        assertThat(table.grid()).isEmpty();
    }

    @Test
    void namesWhatDiffersAfterHolmsCorrectionAndWhatIsLeftOut() {
        Schedule once = FixSamples.schedule("--rates=10000", "--blocks=4");
        FixComparison before = FixSamples.comparison(once, FixSamples.micros());
        FixComparison after = FixSamples.comparison(
                once,
                spec -> FixSamples.micros().get(spec.cell().engine().name())
                        * (spec.cell().engine().name().equals("echo") ? 2 : 1)
                        * (1 + spec.block() / 100.0),
                spec -> FixSamples.CALM_CPUS);
        RepeatabilityTable table = new RepeatabilityTable(
                FixSamples.without(before, "philadelphia-blocking"),
                FixSamples.without(after, "philadelphia-blocking"));

        assertThat(table.sentence())
                .contains("After Holm's correction for all 9 rows these differ: p50 of TCP echo, jlbh 10,000/s, µs; ")
                .doesNotContain("p50 of QuickFIX/J, no validation, jlbh 10,000/s, µs")
                .endsWith(
                        " Left out: 6 rows without two blocks in both, and 0 with fewer than fifty messages beyond p99"
                                + " in a JVM.");
        assertThat(table.grid().orElseThrow().csv())
                .contains("p after Holm's correction")
                .contains("< 0.001");
    }

    @Test
    void comparesAllBlocksOfAnEarlierRunThatHadMore() {
        FixComparison now = FixSamples.comparison(FixSamples.schedule("--blocks=2"), FixSamples.micros());
        Schedule more = now.schedule().withBlocks(4);
        FixComparison earlier = FixSamples.comparison(
                more,
                spec -> FixSamples.micros().get(spec.cell().engine().name())
                        * (spec.block() > 2 ? 4 : 1)
                        * (1 + spec.block() / 1_000.0),
                spec -> FixSamples.CALM_CPUS);

        assertThat(earlier.blocks(now.schedule().cells()).size()).isEqualTo(4);
        assertThat(new FixReport(now, "", Optional.of(earlier)).markdown()).contains("Measured twice: of 9 figures 9 ");
        assertThat(new FixReport(earlier, "", Optional.of(now)).markdown()).contains("Measured twice: of 9 figures 9 ");
    }
}
