package org.latencyprobes.demo.fix.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.demo.fix.FixSamples;
import org.latencyprobes.demo.fix.measure.MeasurementResult;
import org.latencyprobes.demo.fix.report.ClaimTable;

/** A test of the verdicts, with figures whose verdict is known. */
class ClaimsTest {

    private static final String RIVAL = "philadelphia-blocking";
    private static final Schedule USUAL = FixSamples.schedule();

    @Test
    void areFiveByDefaultWithTheCeilingOfEachFactor() {
        List<Claim> claims = claims(200, 16, 10);

        assertThat(claims).hasSize(5);
        assertThat(claims.get(0).here()).startsWith("12.5 (12.");
        assertThat(claims.get(0).ceiling()).startsWith("20.");
        assertThat(claims.get(0).blocks()).isEqualTo("6 of 6");
        assertThat(verdicts(claims))
                .containsExactly("reproduced", "reproduced", "reproduced", "reproduced", "reproduced");
    }

    @Test
    void areNotReproducedByASmallFactor() {
        assertThat(verdicts(claims(200, 80, 10))).startsWith("not reproduced", "not reproduced", "not reproduced");
    }

    @Test
    void areBeyondWhatTheMachineCanShowWhereTheEchoIsTooSlow() {
        assertThat(verdicts(claims(200, 80, 60))).startsWith("this machine can't show it");
    }

    @Test
    void showANegativeRemainderOfTcp() {
        Claim less = claims(200, 38, 40).get(2);

        assertThat(less.here()).startsWith("+").contains(" and -");
    }

    /** A rival below TCP would add to what QuickFIX must be above. */
    @ParameterizedTest
    @ValueSource(doubles = {30, 39, 40})
    void cannotShowTheFactorLessTcpWhereTheRivalIsAsFastAsTcp(double rival) {
        assertThat(verdicts(claims(2_000, rival, 40)).get(2)).isEqualTo("this machine can't show it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "quickfixj | QuickFIX/J, no validation",
                "philadelphia-blocking | Philadelphia, blocking",
                "echo | TCP echo"
            })
    void haveNoVerdictWhereAnEngineDoesNotHoldTheRate(String engine, String title) {
        FixComparison held = FixSamples.comparison(USUAL, Map.of("quickfixj", 200.0, RIVAL, 16.0, "echo", 10.0));
        String saturated = "saturated: the rate is above the capacity of " + title;

        assertThat(verdicts(new Claims(FixSamples.saturated(held, engine)).all()))
                .containsOnly(saturated);
    }

    @ParameterizedTest
    @CsvSource({"--scenario=jlbh, 7000, true", "--scenario=jlbh, 20, false", "--scenario=published, 7000, false"})
    void haveNoVerdictAboveACapacityThatWasMeasuredWarmWhereThereIsAQueue(
            String scenario, double micros, boolean saturated) {
        FixComparison cold = FixSamples.comparison(
                FixSamples.schedule(scenario), spec -> micros + spec.block() / 100.0, spec -> FixSamples.CALM_CPUS);
        FixComparison slow = new FixComparison(cold.schedule());
        cold.all().forEach(jvm -> slow.add(jvm.spec(), new MeasurementResult(jvm.runs(), 9_000)));

        assertThat(verdicts(new Claims(slow).all()).get(0).startsWith("saturated: the rate is above the capacity of"))
                .isEqualTo(saturated);
    }

    @ParameterizedTest
    @CsvSource({
        "quickfixj, --rates=10000/2000, 10000 a second are faster",
        "quickfixj-validating, --scenario=latency2, validation costs"
    })
    void haveNoVerdictOnOtherRatesAndValidationEither(String engine, String option, String claim) {
        FixComparison held = FixSamples.comparison(
                FixSamples.schedule(option.replace('/', ',')), spec -> 20 + spec.block(), spec -> FixSamples.CALM_CPUS);

        assertThat(new Claims(FixSamples.saturated(held, engine)).all())
                .filteredOn(each -> each.text().replace(",", "").contains(claim))
                .singleElement()
                .satisfies(each ->
                        assertThat(each.evidence().known()).startsWith("saturated: the rate is above the capacity of"));
    }

    @Test
    void areJudgedByThePublishedFiguresOfTheirRate() {
        Map<String, Double> micros = Map.of("quickfixj", 144.0, RIVAL, 16.0, "echo", 2.0);
        List<Claim> slow = new Claims(FixSamples.comparison(FixSamples.schedule("--rates=2000"), micros)).all();
        List<Claim> fast = new Claims(FixSamples.comparison(USUAL, micros)).all();

        assertThat(slow.get(0).published()).isEqualTo("16.0");
        assertThat(slow.get(3).published()).isEqualTo("16.0 times as much");
        assertThat(verdicts(slow)).startsWith("not reproduced");
        assertThat(fast.get(0).published()).isEqualTo("10.4");
        assertThat(fast.get(3).published()).isEqualTo("22.3 times as much");
        assertThat(verdicts(fast)).startsWith("reproduced");
    }

    @Test
    void areLeftOutAtARateThatWasNotPublished() {
        Map<String, Double> micros = Map.of("quickfixj", 144.0, RIVAL, 16.0, "echo", 2.0);

        assertThat(new Claims(FixSamples.comparison(FixSamples.schedule("--rates=4000"), micros)).all())
                .extracting(Claim::text)
                .containsExactly("QuickFIX's tail is its garbage");
    }

    @Test
    void areUndecidedWhereBlocksDisagree() {
        FixComparison comparison = FixSamples.comparison(
                USUAL,
                spec -> switch (spec.cell().engine().name()) {
                    case "echo" -> 5;
                    case "quickfixj" -> spec.block() % 2 == 0 ? 60 : 400;
                    default -> 25;
                },
                spec -> FixSamples.CALM_CPUS);

        assertThat(verdicts(new Claims(comparison).all())).startsWith("undecided");
    }

    @Test
    void leaveOutDisturbedBlocksAndShowAllOfThem() {
        FixComparison comparison = FixSamples.comparison(
                USUAL,
                spec -> spec.cell().engine().name().equals("quickfixj") ? (spec.block() > 4 ? 600 : 200) : 10,
                spec -> spec.block() > 4 ? FixSamples.BUSY_CPUS : FixSamples.CALM_CPUS);
        Claim primary = new Claims(comparison).all().get(0);

        assertThat(primary.blocks()).isEqualTo("4 of 6");
        assertThat(primary.here()).startsWith("20.0 (20.0");
        assertThat(primary.inAll()).startsWith("28.");
    }

    @Test
    void keepAllBlocksWhereHalfOfThemAreDisturbed() {
        FixComparison comparison = FixSamples.comparison(
                USUAL,
                spec -> spec.cell().engine().name().equals("quickfixj") ? 200 + spec.block() : 10,
                spec -> spec.block() > 2 ? FixSamples.BUSY_CPUS : FixSamples.CALM_CPUS);

        assertThat(new Claims(comparison).all().get(0).blocks()).isEqualTo("6 of 6, 4 disturbed");
    }

    /** One per cent of a CPU may be all of the tail, of which a mean is made, and is nothing to p50. */
    @Test
    void leaveOutMoreBlocksByP99AndMeanThanByP50() {
        FixComparison comparison = FixSamples.comparison(
                USUAL,
                spec -> spec.cell().engine().name().equals("quickfixj") ? 200 + spec.block() : 10,
                spec -> spec.block() > 4 ? 0.02 : FixSamples.CALM_CPUS);

        assertThat(new Claims(comparison).all())
                .extracting(Claim::blocks)
                .containsExactly("6 of 6", "4 of 6", "6 of 6", "4 of 6", "4 of 6");
    }

    @Test
    void keepBlocksWhereWhatOthersUsedMayBeNoiseOfItsCount() {
        FixComparison comparison = FixSamples.comparison(
                USUAL,
                spec -> spec.cell().engine().name().equals("quickfixj") ? 200 + spec.block() : 10,
                spec -> 0.14,
                0.15);

        assertThat(new Claims(comparison).all()).extracting(Claim::blocks).containsOnly("6 of 6");
    }

    @Test
    void lookForTheQueueAtTheStatisticOfTheClaim() {
        FixComparison queue = FixSamples.comparison(
                USUAL,
                spec -> spec.cell().engine().name().equals("quickfixj") ? 400 + spec.block() : 10,
                spec -> FixSamples.CALM_CPUS);
        FixComparison slow = new FixComparison(USUAL);
        queue.all().forEach(jvm -> slow.add(jvm.spec(), new MeasurementResult(jvm.runs(), 9_000)));

        assertThat(verdicts(new Claims(slow).all()))
                .as("4 orders under way at p50, 120 at p99")
                .satisfiesExactly(
                        p50 -> assertThat(p50).isEqualTo("reproduced"),
                        mean -> assertThat(mean).isEqualTo("reproduced"),
                        less -> assertThat(less).isEqualTo("this machine can't show it"),
                        growth -> assertThat(growth).startsWith("saturated: "),
                        garbage -> assertThat(garbage).startsWith("saturated: "));
    }

    @Test
    void judgeTheHigherRateAndTheCollapseWhereTheyWereMeasured() {
        FixComparison comparison = FixSamples.comparison(
                FixSamples.schedule("--rates=10000,2000,50000"),
                spec -> {
                    boolean quickFix = spec.cell().engine().name().equals("quickfixj");
                    double spread = 1 + spec.block() % 2 / 100.0;
                    return spread
                            * (quickFix
                                    ? Map.of(2_000, 270, 10_000, 176, 50_000, 50_000)
                                            .get(spec.cell().rate())
                                    : 17);
                },
                spec -> FixSamples.CALM_CPUS);

        assertThat(new Claims(comparison).all())
                .filteredOn(claim ->
                        claim.text().contains("50,000/s") || claim.text().contains("faster"))
                .satisfiesExactly(
                        collapse -> assertThat(collapse.published()).isEqualTo("760"),
                        faster -> assertThat(faster.published()).isEqualTo("1.53"))
                .extracting(claim -> claim.verdict(claim.evidence().pValue()))
                .containsExactly("reproduced", "reproduced");
    }

    @Test
    void sayWhetherParsingDependsOnTheRate() {
        Schedule parse = FixSamples.schedule("--full", "--scenario=parse");
        FixComparison same =
                FixSamples.comparison(parse, spec -> 1 + spec.block() / 1_000.0, spec -> FixSamples.CALM_CPUS);

        assertThat(verdicts(new Claims(same).all())).containsExactly("reproduced");
        for (int rate : new int[] {10_000, 200_000}) {
            FixComparison slower = FixSamples.comparison(
                    parse,
                    spec -> (spec.cell().rate() == rate ? 1.2 : 1) + spec.block() % 2 / 1_000.0,
                    spec -> FixSamples.CALM_CPUS);
            assertThat(verdicts(new Claims(slower).all())).containsExactly("not reproduced");
        }
    }

    @Test
    void judgeGarbageByItsShareOfTheTailWhereThereWereCollectionsEnough() {
        Map<String, Double> micros = Map.of("quickfixj", 200.0, RIVAL, 16.0, "echo", 10.0);
        FixComparison two = FixSamples.comparison(FixSamples.schedule("--blocks=2"), micros);

        assertThat(new Claims(FixSamples.comparison(USUAL, micros)).all().get(4).here())
                .isEqualTo("80.0 (80.0–80.0) %: 480 of 600 beyond p99 overlap a collection");
        assertThat(verdicts(new Claims(two).all()).get(4)).startsWith("no verdict: too few collections");
    }

    @Test
    void areNoneWhereNothingWasMeasured() {
        assertThat(new Claims(new FixComparison(USUAL)).all()).isEmpty();
    }

    @Test
    void allButThePrimaryAreCorrectedForTheirNumber() {
        Claim.Evidence evidence = Claim.Evidence.tested(true, 0.03);
        Claim claim = new Claim("claim", "", "", "", "", "", evidence);

        assertThat(ClaimTable.of(List.of(claim, claim.asPrimary(), claim))
                        .csv()
                        .lines()
                        .skip(1))
                .satisfiesExactly(
                        first -> assertThat(first).contains(",undecided,"),
                        second -> assertThat(second).contains(",reproduced,"),
                        third -> assertThat(third).contains(",undecided,"));
    }

    private static List<Claim> claims(double quickFix, double rival, double echo) {
        return new Claims(FixSamples.comparison(USUAL, Map.of("quickfixj", quickFix, RIVAL, rival, "echo", echo)))
                .all();
    }

    private static List<String> verdicts(List<Claim> claims) {
        return claims.stream()
                .map(claim -> claim.verdict(claim.evidence().pValue()))
                .toList();
    }
}
