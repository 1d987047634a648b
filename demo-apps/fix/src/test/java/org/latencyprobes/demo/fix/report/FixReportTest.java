package org.latencyprobes.demo.fix.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.fix.FixSamples;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.MeasurementSpec;
import org.latencyprobes.demo.fix.comparison.Schedule;

class FixReportTest {

    private static final Schedule FULL = FixSamples.schedule("--full");
    private static final FixComparison COMPARISON = FixSamples.comparison(FULL, FixSamples.micros());
    private static final String MARKDOWN =
            report(COMPARISON, "On this machine.").markdown();

    private static FixReport report(FixComparison comparison, String setup) {
        return new FixReport(comparison, setup);
    }

    @Test
    void beginsWithTheClaimsAndTheirVerdicts() {
        assertThat(MARKDOWN.lines().skip(4)).first().asString().startsWith("| claim | published | here (95 %) |");
        assertThat(MARKDOWN)
                .contains(
                        "| QuickFIX takes 12 times as long, by p50 at 10,000/s | 10.4 | 10.0 (",
                        "| 12 times, everything as published |");
    }

    @Test
    void setsThePublishedFiguresBesideTheMeasured() {
        assertThat(MARKDOWN).contains("| published QuickFIX | published Chronicle-FIX |", " | 176.13 | 16.90 |");
    }

    @Test
    void printsNoPercentileWithTooFewMessagesBeyondIt() {
        assertThat(MARKDOWN.lines().filter(line -> line.startsWith("| p99.9 |")).findFirst())
                .hasValueSatisfying(line -> assertThat(line).doesNotStartWith("| p99.9 | - |"));
        assertThat(MARKDOWN.lines()
                        .filter(line -> line.startsWith("| p99.99 |"))
                        .findFirst())
                .hasValueSatisfying(line -> assertThat(line).startsWith("| p99.99 | - |"));
    }

    @Test
    void saysWhatEachStepOfTheLadderIsWorthToTheOneBefore() {
        assertThat(MARKDOWN)
                .contains("| 1.6.2, as published | 6 |")
                .containsPattern("\\| no dictionary \\| 6 \\| 150[^|]*\\|[^|]*\\| 6 of 6 \\| 0.50");
    }

    @Test
    void comparesNoStepOfTheLadderWithAnyButTheOneBefore() {
        FixComparison gap = FixSamples.without(COMPARISON, "quickfixj-as-published-no-log");

        assertThat(LadderTable.of(gap).csv().lines())
                .noneMatch(line -> line.startsWith("no log"))
                .anyMatch(line -> line.startsWith("no store,6,") && line.endsWith(",-,-,-,-"))
                .anyMatch(line -> line.startsWith("no dictionary,6,") && !line.endsWith("-"));
    }

    @Test
    void formsFactorsToTheEcho() {
        assertThat(MARKDOWN).contains("| Philadelphia, blocking | TCP echo | 10 of 10 |");
    }

    @Test
    void marksThoseWhoseCompilersStillWork() {
        FixComparison busy =
                FixSamples.comparison(FixSamples.schedule("--blocks=1"), spec -> 10, spec -> FixSamples.BUSY_CPUS);

        assertThat(report(busy, "").markdown()).contains("| 7* |");
    }

    @Test
    void addsWhatStagesTakeByThemselvesAndNamesTheRest() {
        JvmFigures figures = COMPARISON.all().stream()
                .filter(each -> each.spec().cell().agent()
                        && each.spec().cell().engine().name().equals("quickfixj"))
                .findFirst()
                .orElseThrow();
        List<String> lines = new StageTable(figures)
                .grid(COMPARISON.tcp(figures.spec().cell()))
                .markdown()
                .lines()
                .toList();

        assertThat(lines)
                .anyMatch(line -> line.startsWith("| parse | client + server | exclusive | 10,000 | 1.00 | 2.00 |"));
        assertThat(lines)
                .anyMatch(line -> line.startsWith("| receive | client + server | inclusive |")
                        && line.endsWith("| 2.02 | 1.51 |"))
                .anyMatch(
                        line -> line.startsWith("| hand-off to the application |") && line.endsWith("| 10.04 | 8.02 |"))
                .anyMatch(line -> line.startsWith("| stages by themselves, added |") && line.endsWith("| 10.04 |"))
                .anyMatch(line -> line.startsWith("| round trip from the actual send |"));
        assertThat(lines.get(lines.size() - 1)).startsWith("| for comparison, TCP echo: network and two wake-ups |");
    }

    @Test
    void showsLatency2AndParsing() {
        assertThat(MARKDOWN)
                .contains("| published: Optimized.hard |", "| 99 % |", "| parsing alone, µs |", "| 1.31-2.11 |");
    }

    @Test
    void isAPageWithALineForEachClaimAndPictures() {
        String html = report(COMPARISON, "On this machine.").files().get("report.html");

        assertThat(html)
                .contains("QuickFIX takes 12 times as long, by p50 at 10,000/s", "Round trips at 2,000/s", "<svg")
                .contains("QuickFIX/J, no validation: a mean round trip in its stages")
                .contains("published: Chronicle-FIX");
    }

    @Test
    void isAPageWithLatencyOverTimeAndItsCollectionsAndCompilations() {
        String html = report(COMPARISON, "On this machine.").files().get("report.html");

        assertThat(html)
                .contains("QuickFIX/J, no validation at 10,000/s")
                .contains("Over 200 ms: p50 ", " collections: 1, 3 ms in all. JIT: 2, 12 ms in all.")
                .doesNotContain("QuickFIX/J, no validation at 2,000/s");
    }

    @Test
    void isAPageWithBlocksReadingAndFailures() {
        FixComparison busy = FixSamples.comparison(
                FixSamples.schedule(),
                spec -> 10,
                spec -> spec.block() > 1 ? FixSamples.BUSY_CPUS : FixSamples.CALM_CPUS);
        MeasurementSpec spec = FULL.specs().get(0);
        busy.addFailure(spec, "the connection broke");

        assertThat(report(busy, "").files().get("report.html"))
                .contains("6 of 6, 5 disturbed", "in all blocks", "A block is one JVM of each engine.")
                .contains("FAILED: the connection broke");
    }

    @Test
    void hasItsPicturesAlone() {
        assertThat(report(COMPARISON, "").files())
                .containsKeys(
                        "jlbh-2000-percentiles.svg",
                        "published-10000-factors.svg",
                        "echo-jlbh-10000-over-time.svg",
                        "quickfixj-jlbh-10000-agent-stages.svg")
                .allSatisfy((name, content) -> assertThat(content).contains("<svg"));
    }

    @Test
    void saysWhichStagesArePartOfTheRest() {
        JvmFigures figures = COMPARISON.probed().get(1);

        assertThat(new StageTable(figures).sentenceOnUnknown())
                .isEqualTo(" Without a figure by itself, and so in the rest: receive.");
    }

    @Test
    void isThereAtEachMomentOfARun() {
        FixComparison partly = new FixComparison(FULL);
        for (JvmFigures figures : COMPARISON.all()) {
            partly.add(figures.spec(), figures.result());
            if (Set.of(1, 2, 3, 10, 36, 90).contains(partly.all().size())) {
                FixReport report = report(partly, "On this machine.");
                String jvm = figures.spec().cell().engine().title();
                assertThat(report.markdown()).contains(jvm);
                assertThat(report.files().get("report.html")).contains("</html>");
            }
        }
    }

    @Test
    void saysWhatFailed() {
        FixComparison broken = new FixComparison(FULL);
        MeasurementSpec spec = FULL.specs().get(0);
        broken.addFailure(spec, "the connection broke");

        assertThat(report(broken, "").text()).contains(spec.step().label() + " FAILED: the connection broke");
    }

    @Test
    void hasALineInTheCsvForEachRunAndRecorder() {
        assertThat(FixRunsCsv.of(COMPARISON).lines())
                .startsWith("engine,scenario,recorder,agent,rate,block,run,others' CPUs,seconds,bytes,collections,"
                        + "pauses ms,jit ms,beyond p99,beyond p99 in collections,in collections,count,mean,p50,p90,p99,"
                        + "p99.9,p99.99,max")
                .hasSize(1
                        + 7
                                * COMPARISON.all().stream()
                                        .mapToInt(figures ->
                                                figures.result().runs().size())
                                        .sum());
    }
}
